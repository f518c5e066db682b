import { parseUrl } from '@/lib/domain/parse-url';
import { isOnion } from '@/lib/net/socks-proxy';
import {
  EXCHANGE_LIMITS,
  type ExchangeFault,
  type ExchangeLimits,
  ExchangeProgress,
  type ExchangeResult,
} from './progress';
import { requestOptions } from './request-options';
import { type Resolve, resolverFor } from './resolve-host';
import { runExchange } from './run-exchange';
import { type LocatedTarget, locateTarget } from './target-guard';
import { inspectUrl, type TargetPolicy, type TargetUrl } from './target-url';

export interface SignedRequest {
  readonly url: string;
  /** As it was signed, sent as UTF-8. */
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface SendOptions {
  readonly policy: TargetPolicy;
  readonly now: Date;
  readonly limits?: ExchangeLimits | undefined;
  readonly resolve?: Resolve | undefined;
  /** Certificate authorities to trust instead of the system's, PEM. */
  readonly ca?: string | undefined;
}

/**
 * Sends a signed request over a connection of its own, only to a checked address and without
 * redirects, HTTP proxies or cookies. Faults of the endpoint are returned; only our own faults reject.
 */
export async function send(request: SignedRequest, options: SendOptions): Promise<ExchangeResult> {
  const limits = options.limits ?? EXCHANGE_LIMITS;
  const progress = new ExchangeProgress(isOnionUrl(request.url) ? throughTor(limits) : limits);
  const fault = await post(request, options, progress);
  return progress.result(options.now, fault);
}

const isOnionUrl = (url: string) => isOnion(parseUrl(url)?.hostname ?? '');

/** Connecting through Tor is slow, so it may take the total time. */
const throughTor = (limits: ExchangeLimits) => ({ ...limits, connectMs: limits.totalMs });

export function unsentResult(fault: ExchangeFault, now: Date): ExchangeResult {
  return new ExchangeProgress(EXCHANGE_LIMITS).result(now, fault);
}

/** @returns the fault that prevented a status; undefined if the endpoint sent one */
async function post(
  request: SignedRequest,
  options: SendOptions,
  progress: ExchangeProgress,
): Promise<ExchangeFault | undefined> {
  const verdict = inspectUrl(request.url, options.policy);
  if (verdict.kind === 'refused') return { kind: 'blocked', refusal: verdict.refusal };
  const { target } = verdict;
  const located = await locate(target, options, progress);
  if (located.kind === 'refused') return { kind: 'blocked', refusal: located.refusal };
  if (located.kind === 'unresolved') {
    const { code } = located;
    return code === 'ETIMEOUT' ? { kind: 'timeout', stage: 'dns' } : { kind: 'dns', code };
  }
  const posted = requestOptions(target, located, request, options.ca);
  const fault = await runExchange(posted, request.body, progress);
  // The connection's remote address is the proxy's, not the endpoint's.
  if (located.proxy) progress.remoteAddress = null;
  return fault;
}

async function locate(
  target: TargetUrl,
  { policy, resolve = resolverFor(policy) }: SendOptions,
  progress: ExchangeProgress,
): Promise<LocatedTarget> {
  const located = await locateTarget(target, policy, resolve, progress.begin('dns'));
  progress.end();
  return located;
}
