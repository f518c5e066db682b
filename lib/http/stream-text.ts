type Write = (text: string) => Promise<void>;

/** Parts that may wait for the reader: the two that are made before it is known that all is well. */
const AHEAD = 2;

/**
 * A body that is made while it is sent: `produce` waits in `write` until the reader wants more.
 * What goes wrong before the second part is thrown here, and can still be told as a problem;
 * later, the body breaks off, so that no half file passes for a whole one.
 *
 * @param onBreak is told what went wrong later, unless the reader has just left. Whoever sends the
 *   body learns nothing of it: the web server would log it as it stands, a query's parameters too
 */
export async function streamText(
  produce: (write: Write) => Promise<void>,
  onBreak: (error: unknown) => void,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>(
    {},
    { highWaterMark: 1 },
    { highWaterMark: AHEAD },
  );
  const writer = writable.getWriter();
  await new Promise<void>((resolve, reject) => {
    let parts = 0;
    let left = false;
    writer.closed.catch(() => {
      left = true;
    });
    const write: Write = async (text) => {
      parts += 1;
      if (parts === AHEAD) resolve();
      await writer.ready;
      await writer.write(encoder.encode(text));
    };
    produce(write)
      .then(() => writer.close())
      .then(resolve)
      .catch((error: unknown) => {
        reject(error);
        if (parts >= AHEAD && !left) onBreak(error);
        // By this name the web server knows a body that nobody need be told of.
        writer.abort(new DOMException('The body broke off.', 'AbortError')).catch(() => undefined);
      });
  });
  return readable;
}
