import type { IncomingMessage } from 'node:http';

/**
 * Reads what is left of a request whose answer is out, and forgets it. Node does so for a body that
 * nobody began to read; of one that was given up, the rest would stay on the line: a client that
 * sends all of it before it reads would wait for ever, and so would its next request.
 */
export function dropRest(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  const drop = () => {
    while (request.read() !== null);
  };
  request.on('readable', drop);
  drop();
}
