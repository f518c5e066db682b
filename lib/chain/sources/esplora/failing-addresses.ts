const PAUSE_MS = 60_000;
const MAX_FAILURE_PAUSE_MS = 600_000;
const MAX_FAILURES = 3;

interface Failing {
  readonly since: number;
  readonly at: number;
  readonly times: number;
}

/**
 * Addresses whose look-ups fail. Their look-ups are postponed, and given up while other addresses
 * succeed, because one address with too long a history must not block a network.
 */
export class FailingAddresses {
  readonly #failing = new Map<string, Failing>();
  #workedAt = 0;

  worked(address: string, now: Date): void {
    this.#failing.delete(address);
    this.#workedAt = now.getTime();
  }

  failed(address: string, now: Date): void {
    const before = this.#failing.get(address);
    const at = now.getTime();
    const times = (before?.times ?? 0) + 1;
    this.#failing.set(address, { since: before?.since ?? at, at, times });
  }

  /** Whether the address failed recently and should wait. */
  isPaused(address: string, now: Date): boolean {
    const failing = this.#failing.get(address);
    if (!failing) return false;
    const pauseMs = Math.min(PAUSE_MS * failing.times, MAX_FAILURE_PAUSE_MS);
    return now.getTime() - failing.at < pauseMs;
  }

  /** Whether the look-ups fail because of the address, and not because of the server. */
  isGivenUp(address: string): boolean {
    const failing = this.#failing.get(address);
    return !!failing && failing.times >= MAX_FAILURES && this.#workedAt > failing.since;
  }

  keepOnly(addresses: ReadonlySet<string>): void {
    for (const address of this.#failing.keys()) {
      if (!addresses.has(address)) this.#failing.delete(address);
    }
  }
}
