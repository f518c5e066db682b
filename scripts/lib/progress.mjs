const EVERY_MS = 10_000;

/**
 * Runs work that may take long and, while it does, says every ten seconds that it still runs.
 *
 * @param {() => string | undefined} what what it is doing; nothing is said while undefined
 * @param {(line: string) => void} log
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 * @template T
 */
export async function withProgress(what, log, work, everyMs = EVERY_MS) {
  const began = Date.now();
  const timer = setInterval(() => {
    const doing = what();
    if (doing) log(`Still ${doing} (${Math.round((Date.now() - began) / 1_000)} s) …`);
  }, everyMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
