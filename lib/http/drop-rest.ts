import type { IncomingMessage } from 'node:http';

/**
 * Reads and discards the rest of a request after its answer. Node does so only for bodies that were
 * not read at all. Otherwise a client that sends its whole body before it reads the answer would
 * wait for ever.
 */
export function dropRest(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  const drop = () => {
    while (request.read() !== null);
  };
  request.on('readable', drop);
  drop();
}
