/**
 * Runs something with a signal that is aborted after a time, or together with `stop`.
 * AbortSignal.any would keep memory for every signal that it has joined to a lasting one.
 */
export async function abortAfter<T>(
  ms: number,
  stop: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const own = new AbortController();
  const abort = () => own.abort();
  const timer = setTimeout(abort, ms);
  stop?.addEventListener('abort', abort);
  if (stop?.aborted) abort();
  try {
    return await run(own.signal);
  } finally {
    clearTimeout(timer);
    stop?.removeEventListener('abort', abort);
  }
}
