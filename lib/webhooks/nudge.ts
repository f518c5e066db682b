/** Wakes one waiting loop for new work. A call before the wait counts. */
export class Nudge {
  #called = false;
  #settle: (() => void) | undefined;

  call(): void {
    this.#called = true;
    this.#settle?.();
  }

  /** Resolves at the next call, at once after a call since the last wait, or after the timeout. */
  async wait(limitMs: number): Promise<void> {
    if (!this.#called) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.#settle = resolve;
        timer = setTimeout(resolve, limitMs);
      });
      clearTimeout(timer);
      this.#settle = undefined;
    }
    this.#called = false;
  }
}
