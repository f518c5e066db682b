const PAUSE_MS = 60_000;
const MAX_FAILURE_PAUSE_MS = 600_000;
const MAX_FAILURES = 3;

interface Failing {
  readonly since: number;
  readonly at: number;
  readonly times: number;
}

/**
 * Pauses the look-ups of a failing address for longer each time. Gives the address up while others
 * succeed, because one overlong history must not stop a network.
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

  /** Whether the address failed too recently to be looked up. */
  isPaused(address: string, now: Date): boolean {
    const failing = this.#failing.get(address);
    if (!failing) return false;
    const pauseMs = Math.min(PAUSE_MS * failing.times, MAX_FAILURE_PAUSE_MS);
    return now.getTime() - failing.at < pauseMs;
  }

  /**
   * Whether look-ups fail because of this address: others have succeeded since it began to fail, so
   * the server works.
   */
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
