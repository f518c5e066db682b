export type WriteBodyPart = (part: string | Uint8Array) => Promise<void>;

/** This many parts are produced before anybody reads the response. */
const AHEAD = 2;

/**
 * Returns a streamed body. `produce` waits in `write` until the reader wants more. An error of
 * `produce` before the second part is thrown here, so it can become a problem. A later error aborts
 * the body, so a partial file never looks complete.
 *
 * @param onBreak receives later errors, unless the reader has disconnected. The web server would
 *   log these errors with the parameters of queries.
 */
export async function createBodyStream(
  produce: (write: WriteBodyPart) => Promise<void>,
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
    const write: WriteBodyPart = async (part) => {
      parts += 1;
      if (parts === AHEAD) resolve();
      await writer.ready;
      await writer.write(typeof part === 'string' ? encoder.encode(part) : part);
    };
    produce(write)
      .then(() => writer.close())
      .then(resolve)
      .catch((error: unknown) => {
        reject(error);
        if (parts >= AHEAD && !left) onBreak(error);
        // The web server does not log errors named AbortError.
        writer.abort(new DOMException('The body broke off.', 'AbortError')).catch(() => undefined);
      });
  });
  return readable;
}
