/**
 * Reports only the first of several consecutive failures. Without a database, for example, a check
 * fails every second.
 */
export class OutageReporter {
  readonly #report: (error: unknown) => void;
  #isOut = false;

  constructor(report: (error: unknown) => void) {
    this.#report = report;
  }

  failed(error: unknown): void {
    if (!this.#isOut) this.#report(error);
    this.#isOut = true;
  }

  worked(): void {
    this.#isOut = false;
  }
}
