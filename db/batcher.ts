import { isUnreachable } from './connection-lost';

/** An item of a batch, with the promise of its result. */
interface QueuedItem<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Runs concurrent items in batches. Items that arrive during a run wait for the next one. A single
 * item does not wait.
 */
export class Batcher<Item, Result> {
  readonly #run: (items: readonly Item[], isRetry: boolean) => Promise<readonly Result[]>;
  readonly #maxBatch: number;
  #queue: QueuedItem<Item, Result>[] = [];
  #running = false;

  /**
   * @param run returns a result for each item, in order. `isRetry` is set for an item of a failed
   *  batch: the batch's statements may have taken effect, or may do so later
   * @param maxBatch the limit of items in one run
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
    await eventLoopTick();
    // The items run one by one, so that none fails because of another. Once the database's host
    // stops answering, the remaining items fail without a run, because each would wait for the
    // connect timeout.
    for (const one of batch) {
      if (batch.length === 1 || isUnreachable(fault)) one.reject(fault);
      else fault = await this.#settle([one], true);
    }
  }

  /**
   * Settles the items of a run. A failed run rejects the items only if it was a retry.
   *
   * @returns the error if the run failed
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
 * Waits for a full tick of the event loop. When several connections break together, the driver
 * (postgres.js 3.4) notices all of them within one tick. It loses a statement that is given to it
 * before it has noticed.
 */
export function eventLoopTick(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}
