/**
 * Wakes one waiting loop when there is new work. A call before the loop begins to wait counts too.
 */
export class WakeSignal {
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

  /** Ends the wait like a call, but does not count as new work. */
  wake(): void {
    this.#woken = true;
    this.#settle?.();
  }

  /** Resolves at the next call or after the time limit; immediately if a call is pending. */
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
