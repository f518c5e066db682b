import type { ProblemCode } from '@/lib/domain/problems';

export interface LoggedRequest {
  /** Also sent as X-Request-Id. */
  readonly id: string;
  readonly apiKeyId: string;
  readonly at: Date;
  readonly method: string;
  /** The path, with the route's placeholder in place of an invalid id. */
  readonly path: string;
  readonly status: number;
  /** Null if the request was not refused. */
  readonly problemCode: ProblemCode | null;
  readonly durationMs: number;
  readonly hasIdempotencyKey: boolean;
}

interface LogDeps {
  write(requests: readonly LoggedRequest[]): Promise<void>;
  /** Called with the number of requests lost in a failed write, or dropped. */
  onLost(requests: number, error?: unknown): void;
}

const GATHER_MS = 1_000;
const ROWS_PER_WRITE = 500;
/**
 * Maximum number of waiting requests: about a megabyte. Above it, requests are dropped until the
 * next write.
 */
const MAX_WAITING = 5_000;

/**
 * Collects the requests of this process and writes them in batches. No request waits for a write,
 * but a crash loses the requests that are not written yet.
 */
export class RequestLog {
  readonly #deps: LogDeps;
  #waiting: LoggedRequest[] = [];
  #lost = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(deps: LogDeps) {
    this.#deps = deps;
  }

  /** Adds a request to the next write. Never throws and never waits. */
  note(request: LoggedRequest): void {
    if (this.#waiting.length < MAX_WAITING) this.#waiting.push(request);
    else this.#lost += 1;
    this.#schedule();
  }

  /** Writes all waiting requests. Never throws. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#writeWaiting());
    return this.#writing;
  }

  #schedule(): void {
    this.#timer ??= setTimeout(async () => {
      await this.flush();
      this.#timer = undefined;
      if (this.#waiting.length > 0) this.#schedule();
    }, GATHER_MS).unref();
  }

  async #writeWaiting(): Promise<void> {
    const requests = this.#waiting;
    this.#waiting = [];
    for (let from = 0; from < requests.length; from += ROWS_PER_WRITE) {
      const rows = requests.slice(from, from + ROWS_PER_WRITE);
      await this.#deps.write(rows).catch((error) => this.#deps.onLost(rows.length, error));
    }
    const lost = this.#lost;
    this.#lost = 0;
    if (lost > 0) this.#deps.onLost(lost);
  }
}
