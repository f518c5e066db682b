/** Wakes one waiting loop for new work. A call before the wait counts. */
export class Nudge {
  #calls = 0;
  #woken = false;
  #settle: (() => void) | undefined;

  get calls(): number {
    return this.#calls;
  }

  call(): void {
    this.#calls += 1;
    this.wake();
  }

  /** Ends the wait without new work. */
  wake(): void {
    this.#woken = true;
    this.#settle?.();
  }

  /**
   * Resolves at the next call, immediately after a call since the last wait, or after the timeout.
   */
  async wait(limitMs: number): Promise<void> {
    if (!this.#woken) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.#settle = resolve;
        timer = setTimeout(resolve, limitMs);
      });
      clearTimeout(timer);
      this.#settle = undefined;
    }
    this.#woken = false;
  }
}
