import { Worker } from 'node:worker_threads';
import { Problem } from '@/lib/domain/problems';

export interface PasswordTask {
  readonly text: string;
  readonly hash?: string;
}

export type PasswordResult = { readonly value: string | boolean } | { readonly fault: string };

/** Maximum number of queued tasks, which take some seconds in total. */
const MAX_QUEUED = 64;
const RETRY_SECONDS = 5;

/**
 * A server's thread for password hashing, which processes one password at a time. Argon2 takes up
 * to 100 ms of processor time for each, so a flood of sign-ins delays only sign-ins.
 */
export class PasswordThread {
  readonly #file: URL;
  #worker: Worker | undefined;
  #queue: ((result: PasswordResult) => void)[] = [];

  constructor(file: URL) {
    this.#file = file;
  }

  /**
   * Runs a task in the thread. @throws Problem `server_busy`; Error for a malformed hash, and when
   * the thread has ended
   */
  async perform(task: PasswordTask): Promise<string | boolean> {
    if (this.#queue.length === MAX_QUEUED) {
      throw new Problem('server_busy', 'The server is busy. Wait a few seconds, then try again.', {
        retryAfterSeconds: RETRY_SECONDS,
      });
    }
    this.#worker ??= this.#start();
    this.#worker.postMessage(task);
    const result = await new Promise<PasswordResult>((resolve) => this.#queue.push(resolve));
    if ('fault' in result) throw new Error(`a password was not hashed: ${result.fault}`);
    return result.value;
  }

  #start(): Worker {
    // The thread needs no environment variables, so it gets no secrets.
    const worker = new Worker(this.#file, { env: {}, execArgv: [] });
    worker.on('message', (result: PasswordResult) => this.#queue.shift()?.(result));
    const ended = (fault: string) => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      for (const resolve of this.#queue.splice(0)) resolve({ fault });
    };
    worker.on('error', (error) => ended(String(error)));
    worker.on('exit', () => ended('the thread ended'));
    worker.unref();
    return worker;
  }
}
