import { lookup, Resolver } from 'node:dns/promises';
import type { TargetPolicy } from './target-url';

/**
 * All addresses of a name, IPv4 and IPv6.
 *
 * Rejects with an error that has a `code` (ENOTFOUND, ETIMEOUT, …) without an answer.
 */
export type Resolve = (hostname: string, limitMs: number) => Promise<readonly string[]>;

/**
 * The resolver of host names. Public targets use DNS directly, which has its own time limit and,
 * unlike the operating system's resolver, no small thread pool that slow names could fill. Where
 * private targets are allowed, the hosts file counts too, so that localhost works. The operating
 * system does not say for how long its answers are valid, so they are never kept.
 *
 * @param byDns where answers of DNS are kept; by default nowhere
 */
export function resolverFor(policy: TargetPolicy, byDns: Resolve = resolveByDns): Resolve {
  return policy.allowPrivate ? resolveBySystem : (name, limitMs) => byDns(name, limitMs);
}

async function resolveBySystem(hostname: string): Promise<readonly string[]> {
  const answers = await lookup(hostname, { all: true, verbatim: true });
  return answers.map((answer) => answer.address);
}

/** @param servers DNS servers as ip:port; by default those of the system */
export async function resolveByDns(
  hostname: string,
  limitMs: number,
  servers?: readonly string[],
): Promise<readonly string[]> {
  const { addresses } = await askDns(hostname, limitMs, servers);
  return addresses;
}

/** All addresses of a name, and for how long they are valid: 0 when some may be missing. */
export interface DnsAnswer {
  readonly addresses: readonly string[];
  readonly ttlMs: number;
}

/** As {@link resolveByDns}, with the time to live of the answer. */
export async function askDns(
  hostname: string,
  limitMs: number,
  servers?: readonly string[],
): Promise<DnsAnswer> {
  const resolver = new Resolver({ timeout: Math.ceil(limitMs), tries: 1 });
  if (servers) resolver.setServers(servers);
  const timer = setTimeout(() => resolver.cancel(), limitMs);
  try {
    const [v4, v6] = await Promise.allSettled([
      resolver.resolve4(hostname, { ttl: true }),
      resolver.resolve6(hostname, { ttl: true }),
    ]);
    const records = [v4, v6].flatMap((part) => (part.status === 'fulfilled' ? part.value : []));
    if (records.length === 0) throw v4.status === 'rejected' ? v4.reason : noAnswer();
    const isWhole = [v4, v6].every((part) => part.status === 'fulfilled' || isNone(part.reason));
    const ttlMs = isWhole ? Math.min(...records.map(({ ttl }) => ttl)) * 1_000 : 0;
    return { addresses: records.map(({ address }) => address), ttlMs };
  } finally {
    clearTimeout(timer);
  }
}

/** The name has no address of this family, which is an answer too. */
function isNone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENODATA';
}

function noAnswer(): Error {
  return Object.assign(new Error('the name has no address'), { code: 'ENODATA' });
}
