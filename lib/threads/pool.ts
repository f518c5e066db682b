import { Worker } from 'node:worker_threads';
import type { InputOf, TaskName } from './tasks';

export interface Order {
  readonly name: TaskName;
  readonly input: InputOf<TaskName>;
}

/** What a thread posts. */
export type Answer =
  | { readonly kind: 'done'; readonly value: unknown }
  | { readonly kind: 'failed'; readonly message: string };

/** `full`: too many tasks wait; `late`: the time limit ended the task. */
export type Outcome = Answer | { readonly kind: 'full' | 'late' };

export interface PoolSize {
  readonly threads: number;
  /** The most tasks that wait for a thread. */
  readonly waiting: number;
  /** For one task, without its wait. */
  readonly limitMs: number;
}

interface Waiting {
  readonly order: Order;
  readonly settle: (outcome: Outcome) => void;
}

/** More than any task needs: a task that takes more ends its thread, not the process. */
const HEAP_MIB = 256;

/**
 * A few threads and a bounded queue. Threads start when they are first needed, and keep no
 * process running.
 */
export class Pool {
  readonly #file: URL;
  readonly #size: PoolSize;
  readonly #idle: Worker[] = [];
  readonly #queue: Waiting[] = [];
  #busy = 0;

  /** @param file a module that answers each {@link Order} with an {@link Answer} */
  constructor(file: URL, size: PoolSize) {
    this.#file = file;
    this.#size = size;
  }

  run(order: Order): Promise<Outcome> {
    if (this.#busy === this.#size.threads && this.#queue.length >= this.#size.waiting) {
      return Promise.resolve({ kind: 'full' });
    }
    return new Promise((settle) => {
      this.#queue.push({ order, settle });
      this.#next();
    });
  }

  #next(): void {
    if (this.#busy === this.#size.threads) return;
    const waiting = this.#queue.shift();
    if (!waiting) return;
    this.#busy += 1;
    const worker = this.#idle.pop() ?? this.#start();
    this.#perform(worker, waiting.order, (outcome, usable) => {
      this.#busy -= 1;
      if (usable) this.#idle.push(worker);
      waiting.settle(outcome);
      this.#next();
    });
  }

  #start(): Worker {
    const worker = new Worker(this.#file, {
      // A thread needs none of the process's settings and secrets.
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
    });
    // A thread that ends between two tasks is not used again.
    worker.on('exit', () => this.#forget(worker));
    worker.on('error', () => this.#forget(worker));
    worker.unref();
    return worker;
  }

  #forget(worker: Worker): void {
    const at = this.#idle.indexOf(worker);
    if (at !== -1) this.#idle.splice(at, 1);
  }

  #perform(worker: Worker, order: Order, end: (outcome: Outcome, usable: boolean) => void): void {
    const stop = (outcome: Outcome, usable: boolean) => {
      clearTimeout(timer);
      worker.off('message', done).off('error', failed).off('exit', exited);
      worker.unref();
      if (!usable) void worker.terminate();
      end(outcome, usable);
    };
    const done = (answer: Answer) => stop(answer, true);
    const failed = ({ message }: Error) => stop({ kind: 'failed', message }, false);
    const exited = () => stop({ kind: 'failed', message: 'the thread ended' }, false);
    const timer = setTimeout(() => stop({ kind: 'late' }, false), this.#size.limitMs);
    worker.on('message', done).on('error', failed).on('exit', exited);
    worker.ref();
    worker.postMessage(order);
  }
}
