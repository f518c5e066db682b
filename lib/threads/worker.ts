import { parentPort } from 'node:worker_threads';
import type { Answer, Order } from './pool';
import { perform } from './tasks';

/** A thread: performs one task after the other. */
parentPort?.on('message', ({ name, input }: Order) => {
  perform(name, input).then(
    (value) => answer({ kind: 'done', value }),
    (error: unknown) => answer({ kind: 'failed', message: String(error) }),
  );
});

function answer(message: Answer): void {
  parentPort?.postMessage(message);
}
