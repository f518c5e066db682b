import { lookup, Resolver } from 'node:dns/promises';
import { LRUCache } from 'lru-cache';
import type { TargetPolicy } from './target-url';

/** A change of DNS counts after this long at the latest, whatever its time to live (TTL) says. */
const MAX_TTL_MS = 60_000;
const MAX_NAMES = 1_000;

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

interface DnsAnswer {
  readonly addresses: readonly string[];
  /** 0 when some addresses may be missing. */
  readonly ttlMs: number;
}

async function askDns(
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

/** The answers of DNS, each kept for its TTL, a minute at most. */
export class DnsAnswers {
  readonly #servers: readonly string[] | undefined;
  readonly #known: LRUCache<string, readonly string[]>;
  /** Queries under way, so that attempts at one name that begin together ask once. */
  readonly #asked = new Map<string, Promise<readonly string[]>>();

  /**
   * @param servers DNS servers as ip:port; by default those of the system
   * @param now monotonic time in ms
   */
  constructor(servers?: readonly string[], now: () => number = () => performance.now()) {
    this.#servers = servers;
    this.#known = new LRUCache({ max: MAX_NAMES, ttlResolution: 0, perf: { now } });
  }

  /** A {@link Resolve}. Failures are not kept. */
  readonly resolve = (hostname: string, limitMs: number): Promise<readonly string[]> => {
    const known = this.#known.get(hostname);
    if (known) return Promise.resolve(known);
    const asked = this.#asked.get(hostname) ?? this.#ask(hostname, limitMs);
    this.#asked.set(hostname, asked);
    return asked;
  };

  async #ask(hostname: string, limitMs: number): Promise<readonly string[]> {
    try {
      const { addresses, ttlMs } = await askDns(hostname, limitMs, this.#servers);
      const ttl = Math.min(ttlMs, MAX_TTL_MS);
      if (ttl > 0) this.#known.set(hostname, addresses, { ttl });
      return addresses;
    } finally {
      this.#asked.delete(hostname);
    }
  }
}
