import type { ProblemCode } from '@/lib/domain/problems';

/** An API request with a known key, without its contents. */
export interface NotedRequest {
  /** The same id as in X-Request-Id. */
  readonly id: string;
  readonly apiKeyId: string;
  readonly at: Date;
  readonly method: string;
  /** With ids, but without other text in their place. */
  readonly path: string;
  readonly status: number;
  /** Null when the request was not refused. */
  readonly problemCode: ProblemCode | null;
  readonly durationMs: number;
  readonly hasIdempotencyKey: boolean;
}

interface LogDeps {
  /** Writes some requests in one statement. */
  write(requests: readonly NotedRequest[]): Promise<void>;
  /** Called with the number of requests that were not written, at most once for each write. */
  onLost(requests: number, error?: unknown): void;
}

/** How long requests are collected before a write. */
const GATHER_MS = 1_000;
const ROWS_PER_WRITE = 500;
/** Further requests are dropped until the next write: about a megabyte. */
const MAX_WAITING = 5_000;

/**
 * Collects the requests of this process into rare, batched writes. Requests never wait for it, at
 * the price of losing some log lines in a crash.
 */
export class RequestLog {
  readonly #deps: LogDeps;
  #waiting: NotedRequest[] = [];
  #lost = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(deps: LogDeps) {
    this.#deps = deps;
  }

  /** Never throws and never waits. */
  note(request: NotedRequest): void {
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
