import type { IncomingMessage } from 'node:http';

const MAX_DROPPED_BYTES = 16 * 1_024 * 1_024;

/**
 * Reads and discards the rest of a request after its response was sent. Node does this only if
 * nothing of the body was read. Without this, a client that sends its whole body before it reads
 * the response would hang. A client that sends more than another 16 MiB is cut off.
 */
export function discardRest(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  let left = MAX_DROPPED_BYTES;
  const drop = () => {
    for (let chunk = request.read(); chunk !== null; chunk = request.read()) left -= chunk.length;
    if (left < 0) request.destroy();
  };
  request.on('readable', drop);
  drop();
}
