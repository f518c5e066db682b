/** The rest of this turn of the event loop: its sockets have been read. */
export const restOfTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * A whole turn of the event loop. What had already come over a socket, such as an answer to a request
 * that was not sent, or its end, is seen after it.
 */
export function wholeTurn(): Promise<void> {
  // The first may be called within the turn that is under way, after its sockets were read.
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}
