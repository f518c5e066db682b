/** Tells one waiting loop that there is something new to look at. A call before the wait counts. */
export class Nudge {
  #called = false;
  #settle: (() => void) | undefined;

  call(): void {
    this.#called = true;
    this.#settle?.();
  }

  /** Resolves at the next call, or at once when there was one since the last wait, or in time. */
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
