/** Wakes one waiting loop for new work. A call before the loop waits counts too. */
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

  /** Ends the wait although there is no new work. */
  wake(): void {
    this.#woken = true;
    this.#settle?.();
  }

  /**
   * Resolves at the next call or after the timeout. If there was a call since the last wait,
   * resolves immediately.
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
