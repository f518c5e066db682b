/** Reports the first of failures in a row: without a database every check fails, each second. */
export class Outages {
  readonly #report: (error: unknown) => void;
  #isOut = false;

  constructor(report: (error: unknown) => void) {
    this.#report = report;
  }

  failed(error: unknown): void {
    if (!this.#isOut) this.#report(error);
    this.#isOut = true;
  }

  /** Ends the row. */
  worked(): void {
    this.#isOut = false;
  }
}
