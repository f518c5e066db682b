/** A budget of requests per minute, saved up for at most one pause between reads. */
export class RequestBudget {
  readonly #costMs: number;
  readonly #maxMs: number;
  #savedMs: number;
  #at: number | undefined;

  /** @param readEveryMs the interval between reads; at least one request can always be saved up */
  constructor(perMinute: number, readEveryMs: number) {
    this.#costMs = 60_000 / perMinute;
    this.#maxMs = this.#costMs * Math.max(1, Math.ceil(readEveryMs / this.#costMs));
    this.#savedMs = this.#maxMs;
  }

  /** Takes a request from the budget; false when it is used up. */
  take(now: Date): boolean {
    const passed = Math.max(0, now.getTime() - (this.#at ?? now.getTime()));
    this.#at = now.getTime();
    this.#savedMs = Math.min(this.#maxMs, this.#savedMs + passed);
    if (this.#savedMs < this.#costMs) return false;
    this.#savedMs -= this.#costMs;
    return true;
  }
}

const PAUSE_MS = 60_000;
const MAX_FAILURE_PAUSE_MS = 600_000;
const MAX_FAILURES = 3;

interface Failing {
  readonly since: number;
  readonly at: number;
  readonly times: number;
}

/**
 * Addresses whose look-ups fail. They are postponed, and given up while others succeed, because one
 * address with too long a history for a server must not stop a network.
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

  /** Whether the address is at fault, rather than the server. */
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
