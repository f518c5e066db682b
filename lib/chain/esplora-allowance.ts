/** So many requests a minute, saved up for no longer than one pause between reads. */
export class Allowance {
  readonly #costMs: number;
  readonly #mostMs: number;
  #savedMs: number;
  #at: number | undefined;

  /** @param readEveryMs how often it is drawn on; at least one request is always saved up */
  constructor(perMinute: number, readEveryMs: number) {
    this.#costMs = 60_000 / perMinute;
    this.#mostMs = this.#costMs * Math.max(1, Math.ceil(readEveryMs / this.#costMs));
    this.#savedMs = this.#mostMs;
  }

  /** Whether a request may be made now; it is counted as made. */
  take(now: Date): boolean {
    const passed = Math.max(0, now.getTime() - (this.#at ?? now.getTime()));
    this.#at = now.getTime();
    this.#savedMs = Math.min(this.#mostMs, this.#savedMs + passed);
    if (this.#savedMs < this.#costMs) return false;
    this.#savedMs -= this.#costMs;
    return true;
  }
}
