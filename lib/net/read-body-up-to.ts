/**
 * Returns the whole body of a request or response; undefined when it is larger than the limit. An
 * abort of `signal` ends the read. To pass the signal to `fetch` is not enough: after a garbage
 * collection, Node's `fetch` (undici 6) may miss an abort while the body arrives.
 */
export async function readBodyUpTo(
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
