/**
 * Returns the whole body of a request or of a response; undefined when it is larger than the limit.
 *
 * @param signal the request's signal. Its abort must end the read here, because Node's `fetch` may
 *   miss an abort while the body arrives, after a garbage collection (undici 6)
 */
export async function readUpTo(
  { body }: Pick<Body, 'body'>,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  const reader = body?.getReader();
  const cancel = () => reader?.cancel().catch(() => {});
  signal.addEventListener('abort', cancel);
  try {
    for (let size = 0; reader; ) {
      signal.throwIfAborted();
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) break;
      size += value.length;
      if (size > maxBytes) return undefined;
      chunks.push(value);
    }
    return Buffer.concat(chunks);
  } finally {
    signal.removeEventListener('abort', cancel);
    await cancel();
  }
}
