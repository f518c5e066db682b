import { Problem } from '@/lib/domain/problems';
import { isOnion } from '@/lib/net/socks-proxy';
import { classifyAddress } from './address-class';
import { needsOwnServiceCheck, type ResolveName, reachesOwnService } from './own-services';
import { type Resolve, resolverFor } from './resolve-host';
import {
  findAddressRefusal,
  inspectUrl,
  OWN_SERVICE_REFUSAL,
  policyFor,
  type TargetPolicy,
  type TargetRefusal,
  type TargetUrl,
} from './target-url';

const DNS_LIMIT_MS = 2_000;
export interface PinnedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** The checked addresses of a target, or the proxy. No other address may be used. */
export interface TargetLocation {
  readonly addresses: readonly PinnedAddress[];
  /** The SOCKS5 proxy for an onion service. It looks up the name, so `addresses` is empty. */
  readonly proxy?: URL | undefined;
}

export type LocatedTarget =
  | ({ readonly kind: 'located' } & TargetLocation)
  | { readonly kind: 'refused'; readonly refusal: TargetRefusal }
  | { readonly kind: 'unresolved'; readonly code: string };

/**
 * Checks a webhook URL when a payment or an endpoint is created, and when a test is sent. Accepts a
 * name without an address, because shops may set up DNS later. {@link locateTarget} applies the
 * same rules before every attempt.
 *
 * @throws Problem webhook_url_rejected, with the rule and the remedy
 */
export async function checkWebhookTarget(
  text: string,
  general: TargetPolicy,
  resolve: Resolve = resolverFor(general),
): Promise<void> {
  const verdict = inspectUrl(text, general);
  if (verdict.kind === 'refused') throw rejected(verdict.refusal);
  const { target } = verdict;
  const policy = policyFor(target.hostname, general);
  // If all addresses are allowed, there is no need to wait for DNS.
  if (policy.allowPrivate && !isNearOwn(target, policy)) return;
  const located = await locateTarget(target, policy, resolve, DNS_LIMIT_MS);
  if (located.kind === 'refused') throw rejected(located.refusal);
}

/**
 * Resolves a target and checks its addresses. One non-public address is enough to refuse it,
 * because the owner of the DNS zone could choose which address a connection uses.
 */
export async function locateTarget(
  target: TargetUrl,
  general: TargetPolicy,
  resolve: Resolve,
  limitMs: number,
): Promise<LocatedTarget> {
  const policy = policyFor(target.hostname, general);
  const { socksProxy: proxy } = policy;
  if (isOnion(target.hostname)) {
    if (proxy) return { kind: 'located', addresses: [], proxy };
    return { kind: 'unresolved', code: 'ENOTFOUND' };
  }
  const answers = target.literal
    ? [target.hostname]
    : await answersWithin(resolve, target.hostname, limitMs);
  if (!Array.isArray(answers)) return { kind: 'unresolved', code: answers.code };
  const addresses: PinnedAddress[] = [];
  for (const answer of answers) {
    const refusal = findAddressRefusal(answer, policyFor(answer, policy));
    if (refusal) return { kind: 'refused', refusal };
    const classified = classifyAddress(answer);
    if (classified) addresses.push({ address: classified.address, family: classified.family });
  }
  if (addresses.length === 0) return { kind: 'unresolved', code: 'ENODATA' };
  const lookUp: ResolveName = async (name) => {
    const found = await answersWithin(resolve, name, limitMs);
    return Array.isArray(found) ? found : [];
  };
  if (await isOwn(target, addresses, policy, lookUp)) {
    return { kind: 'refused', refusal: OWN_SERVICE_REFUSAL };
  }
  return { kind: 'located', addresses };
}

function isNearOwn({ port }: TargetUrl, { own, allowPrivate }: TargetPolicy): boolean {
  return own !== undefined && needsOwnServiceCheck(port, own, allowPrivate);
}

/**
 * Whether a target leads to this server or its services. Where private addresses are allowed,
 * webhooks may reach other ports of the services' machines.
 */
async function isOwn(
  target: TargetUrl,
  pinned: readonly PinnedAddress[],
  policy: TargetPolicy,
  lookUp: ResolveName,
): Promise<boolean> {
  const addresses = pinned.map(({ address }) => address);
  const allowPrivate = addresses.every((address) => policyFor(address, policy).allowPrivate);
  const { own } = policy;
  if (!own || !isNearOwn(target, { own, allowPrivate })) return false;
  return reachesOwnService(addresses, target.port, own, allowPrivate, lookUp);
}

async function answersWithin(
  resolve: Resolve,
  hostname: string,
  limitMs: number,
): Promise<string[] | { readonly code: string }> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<{ code: string }>((settle) => {
    timer = setTimeout(() => settle({ code: 'ETIMEOUT' }), limitMs);
  });
  try {
    const answered = resolve(hostname, limitMs).then(
      (addresses) => [...addresses],
      (error: unknown) => ({ code: codeOf(error) }),
    );
    return await Promise.race([answered, late]);
  } finally {
    clearTimeout(timer);
  }
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  // Only our time limit cancels a query, so a canceled query has timed out.
  return code === 'ECANCELLED' ? 'ETIMEOUT' : typeof code === 'string' ? code : 'EUNKNOWN';
}

function rejected(refusal: TargetRefusal): Problem {
  return new Problem('webhook_url_rejected', refusal.message);
}
