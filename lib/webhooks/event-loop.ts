/**
 * A whole turn of the event loop. What had already come over a socket, such as an answer to a request
 * that was not sent, or its end, is seen after it.
 */
export function wholeTurn(): Promise<void> {
  shared ??= new Promise((resolve) => {
    // Of the turn that is under way, the sockets may have been read. All who ask in it wait for the next.
    setImmediate(() => {
      shared = undefined;
      setImmediate(resolve);
    });
  });
  return shared;
}

let shared: Promise<void> | undefined;
