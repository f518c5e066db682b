import { lookup, Resolver } from 'node:dns/promises';
import { policyFor, type TargetPolicy } from './target-url';

/** How long a DNS result is reused: a block makes many deliveries due at the same moment. */
const SHARED_MS = 1_000;

/**
 * Returns all IPv4 and IPv6 addresses of a name. Rejects with an error that has a `code`
 * (ENOTFOUND, ETIMEOUT, …) if there is no response.
 */
export type Resolve = (hostname: string, limitMs: number) => Promise<readonly string[]>;

/**
 * Returns a resolver. Where private targets are allowed, it uses the system's resolver, so that
 * localhost works. Elsewhere it queries DNS directly, because slow names could fill the small
 * thread pool of the system's resolver.
 *
 * @param byDns queries DNS; by default once per attempt
 */
export function resolverFor(policy: TargetPolicy, byDns: Resolve = resolveByDns): Resolve {
  return (name, limitMs) =>
    policyFor(name, policy).allowPrivate ? resolveBySystem(name) : byDns(name, limitMs);
}

async function resolveBySystem(hostname: string): Promise<readonly string[]> {
  const answers = await lookup(hostname, { all: true, verbatim: true });
  return answers.map((answer) => answer.address);
}

/** @param servers DNS servers as ip:port; by default the system's */
export async function resolveByDns(
  hostname: string,
  limitMs: number,
  servers?: readonly string[],
): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: Math.ceil(limitMs), tries: 1 });
  if (servers) resolver.setServers(servers);
  const timer = setTimeout(() => resolver.cancel(), limitMs);
  try {
    const [v4, v6] = await Promise.allSettled([
      resolver.resolve4(hostname),
      resolver.resolve6(hostname),
    ]);
    const found = [v4, v6].flatMap((part) => (part.status === 'fulfilled' ? part.value : []));
    if (found.length === 0) throw v4.status === 'rejected' ? v4.reason : noAnswer();
    return found;
  } finally {
    clearTimeout(timer);
  }
}

function noAnswer(): Error {
  return Object.assign(new Error('the name has no address'), { code: 'ENODATA' });
}

/**
 * Shares a DNS query among attempts to a name within a second, so a burst of webhooks causes no
 * burst of queries. After a failed query, the next attempt sends a new query.
 */
export function createSharedResolver(
  resolve: Resolve = resolveByDns,
  sharedMs = SHARED_MS,
): Resolve {
  const answers = new Map<string, Promise<readonly string[]>>();
  return (hostname, limitMs) => {
    const known = answers.get(hostname);
    if (known) return known;
    const asked = resolve(hostname, limitMs);
    answers.set(hostname, asked);
    const forget = () => void answers.delete(hostname);
    asked.then(() => setTimeout(forget, sharedMs).unref(), forget);
    return asked;
  };
}
