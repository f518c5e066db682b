/**
 * Limits the requests per minute. Unused requests are saved up for the length of one pause between
 * reads.
 */
export class RequestBudget {
  readonly #costMs: number;
  readonly #maxMs: number;
  #savedMs: number;
  #at: number | undefined;

  /** @param readEveryMs the pause between reads; at least one request can be saved up */
  constructor(perMinute: number, readEveryMs: number) {
    this.#costMs = 60_000 / perMinute;
    this.#maxMs = this.#costMs * Math.max(1, Math.ceil(readEveryMs / this.#costMs));
    this.#savedMs = this.#maxMs;
  }

  take(now: Date): boolean {
    const passed = Math.max(0, now.getTime() - (this.#at ?? now.getTime()));
    this.#at = now.getTime();
    this.#savedMs = Math.min(this.#maxMs, this.#savedMs + passed);
    if (this.#savedMs < this.#costMs) return false;
    this.#savedMs -= this.#costMs;
    return true;
  }
}
