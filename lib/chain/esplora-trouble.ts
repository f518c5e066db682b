const REST_MS = 60_000;
const LONGEST_REST_MS = 600_000;
const HOPELESS_AFTER = 3;

interface Failing {
  readonly since: number;
  readonly at: number;
  readonly times: number;
}

/**
 * Addresses whose look-ups fail. They are left for later, and given up where others go well
 * meanwhile: one address with more history than a server can bear must not stop a network.
 */
export class TroubledAddresses {
  readonly #failing = new Map<string, Failing>();
  #workedAt = 0;

  worked(address: string, now: Date): void {
    this.#failing.delete(address);
    this.#workedAt = now.getTime();
  }

  failed(address: string, now: Date): void {
    const before = this.#failing.get(address);
    const at = now.getTime();
    this.#failing.set(address, {
      since: before?.since ?? at,
      at,
      times: (before?.times ?? 0) + 1,
    });
  }

  /** Whether it failed a moment ago and is better asked about later. */
  rests(address: string, now: Date): boolean {
    const failing = this.#failing.get(address);
    if (!failing) return false;
    return now.getTime() - failing.at < Math.min(REST_MS * failing.times, LONGEST_REST_MS);
  }

  /** Whether the address is the trouble, and not the server. */
  isHopeless(address: string): boolean {
    const failing = this.#failing.get(address);
    if (!failing) return false;
    return failing.times >= HOPELESS_AFTER && this.#workedAt > failing.since;
  }

  keepOnly(addresses: ReadonlySet<string>): void {
    for (const address of this.#failing.keys()) {
      if (!addresses.has(address)) this.#failing.delete(address);
    }
  }
}
