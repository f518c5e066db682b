import { isUnreachable } from './connection-lost';

/** An item, and who waits for its result. */
export interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Batches concurrent items: items that arrive during a run wait for the next one. A single item
 * waits for nothing.
 *
 * After a failed run, each of its items is retried alone. While the database's host does not answer,
 * all items fail at once.
 */
export class Together<Item, Result> {
  readonly #run: (items: readonly Item[], again: boolean) => Promise<readonly Result[]>;
  readonly #most: number;
  #waiting: Waiting<Item, Result>[] = [];
  #running = false;

  /**
   * @param run returns a result for each item, in order; `again` after a failed run of them
   * @param most the most items in one run
   */
  constructor(
    run: (items: readonly Item[], again: boolean) => Promise<readonly Result[]>,
    most: number,
  ) {
    this.#run = run;
    this.#most = most;
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (!this.#running) void this.#runAll();
    });
  }

  async #runAll(): Promise<void> {
    this.#running = true;
    // Items of the same turn of the event loop join this run.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) await this.#runSome(this.#waiting.splice(0, this.#most));
    this.#running = false;
  }

  async #runSome(some: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const items = some.map(({ item }) => item);
      const results = await this.#run(items, false);
      for (const [n, result] of results.entries()) some[n]?.resolve(result);
    } catch (error) {
      if (some.length > 1 && !isUnreachable(error))
        await retryEach(some, (item) => this.#run([item], true));
      else for (const { reject } of some) reject(error);
    }
  }
}

/**
 * Runs the items of a failed run one by one, so that none fails because of another. Once the database's
 * host does not answer, the rest fails at once: each would wait for the connect timeout.
 *
 * @param run of one item, which allows for what the failed run has done: one that lost its connection
 *   may have taken effect nonetheless, or take effect yet
 */
export async function retryEach<Item, Result>(
  some: readonly Waiting<Item, Result>[],
  run: (item: Item) => Promise<readonly Result[]>,
): Promise<void> {
  await wholeTurn();
  for (const [n, one] of some.entries()) {
    try {
      for (const result of await run(one.item)) one.resolve(result);
    } catch (error) {
      one.reject(error);
      if (!isUnreachable(error)) continue;
      for (const { reject } of some.slice(n + 1)) reject(error);
      return;
    }
  }
}

/**
 * A whole turn of the event loop. Connections break together: one that the driver (postgres.js 3.4) was told of
 * only after the first would lose the next statement (see fail-unsent.ts).
 */
function wholeTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}
