/**
 * Runs something with a signal that aborts after a time, or when `stop` aborts. AbortSignal.any
 * would leak memory with a signal that lives long, such as `stop`.
 */
export async function runWithTimeout<T>(
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
