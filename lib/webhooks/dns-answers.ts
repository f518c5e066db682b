import { LRUCache } from 'lru-cache';
import { askDns } from './resolve-host';

/** A change of DNS counts after this long at the latest, whatever its time to live (TTL) says. */
const LONGEST_MS = 60_000;
const MAX_NAMES = 1_000;

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
    this.#known = new LRUCache({
      max: MAX_NAMES,
      ttl: LONGEST_MS,
      ttlResolution: 0,
      perf: { now },
    });
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
      const ttl = Math.min(ttlMs, LONGEST_MS);
      if (ttl > 0) this.#known.set(hostname, addresses, { ttl });
      return addresses;
    } finally {
      this.#asked.delete(hostname);
    }
  }
}
