import type { IncomingMessage } from 'node:http';

const MAX_DROPPED_BYTES = 16 * 1_024 * 1_024;

/**
 * Discards the rest of a request's body after the response. Otherwise, a client that sends its
 * whole body before it reads would hang: node discards a body only if none of it was read. A client
 * that sends more than another 16 MiB is cut off.
 */
export function discardRequestBody(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  let left = MAX_DROPPED_BYTES;
  const drop = () => {
    for (let chunk = request.read(); chunk !== null; chunk = request.read()) left -= chunk.length;
    if (left < 0) request.destroy();
  };
  request.on('readable', drop);
  drop();
}
