import { isUnreachable } from './connection-lost';

interface QueuedItem<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** Groups concurrent items into batches. Items that arrive during a run wait for the next run. */
export class Batcher<Item, Result> {
  readonly #run: (items: readonly Item[], isRetry: boolean) => Promise<readonly Result[]>;
  readonly #maxBatch: number;
  #queue: QueuedItem<Item, Result>[] = [];
  #running = false;

  /**
   * @param run returns one result per item, in order. With `isRetry`, statements of the failed
   *  batch may have taken effect already, or may still do so
   */
  constructor(
    run: (items: readonly Item[], isRetry: boolean) => Promise<readonly Result[]>,
    maxBatch: number,
  ) {
    this.#run = run;
    this.#maxBatch = maxBatch;
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ item, resolve, reject });
      if (!this.#running) void this.#runAll();
    });
  }

  async #runAll(): Promise<void> {
    this.#running = true;
    // Items that are added in the same event-loop tick join this run.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#queue.length > 0) await this.#runBatch(this.#queue.splice(0, this.#maxBatch));
    this.#running = false;
  }

  async #runBatch(batch: readonly QueuedItem<Item, Result>[]): Promise<void> {
    let fault = await this.#settle(batch, false);
    if (fault === undefined) return;
    await waitForEventLoopTick();
    // Runs the items one by one, so that a bad item fails alone. If the host is unreachable, the
    // remaining items fail without a run, because each run would wait for the connect timeout.
    for (const one of batch) {
      if (batch.length === 1 || isUnreachable(fault)) one.reject(fault);
      else fault = await this.#settle([one], true);
    }
  }

  /**
   * Runs a batch and resolves its items. If the run fails, returns the error. If a retry fails,
   * also rejects the items.
   */
  async #settle(batch: readonly QueuedItem<Item, Result>[], isRetry: boolean): Promise<unknown> {
    try {
      const items = batch.map(({ item }) => item);
      const results = await this.#run(items, isRetry);
      for (const [n, result] of results.entries()) batch[n]?.resolve(result);
      return undefined;
    } catch (error) {
      if (isRetry) for (const { reject } of batch) reject(error);
      return error;
    }
  }
}

/**
 * Waits for a full tick of the event loop, in which the driver (postgres.js 3.4) notices a broken
 * connection. A statement that the driver gets before it notices is lost.
 */
export function waitForEventLoopTick(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}
