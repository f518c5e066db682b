const EVERY_MS = 10_000;
const LAST_LINES = 50;

/** Whether npm and the build show their output, as after `npm start -- --verbose`. */
export const VERBOSE =
  process.argv.includes('--verbose') ||
  ['verbose', 'silly'].includes(process.env.npm_config_loglevel ?? '');

export const printLine = (line) => console.log(line);

/**
 * Runs work that may take long, and prints every ten seconds that it is still running.
 *
 * @param {() => string | undefined} what returns the current activity; while it is undefined,
 *  nothing is reported
 * @param {(line: string) => void} log
 * @param {() => Promise<T>} work
 * @param {number} [everyMs] between two lines
 * @returns {Promise<T>}
 * @template T
 */
export async function withProgress(what, log, work, everyMs = EVERY_MS) {
  const began = Date.now();
  const timer = setInterval(() => {
    const doing = what();
    if (doing) log(`Still ${doing} (${secondsSince(began)} s) …`);
  }, everyMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/**
 * Like {@link withProgress}, for a phase of a start. Also announces the phase, and reports its
 * duration.
 *
 * @param {object} phase
 * @param {string} phase.begins for example "Building; takes half a minute …"
 * @param {string} phase.doing "building"
 * @param {string} phase.done "Built"
 * @param {(line: string) => void} phase.log
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 * @template T
 */
export async function runPhaseWithProgress({ begins, doing, done, log }, work) {
  const began = Date.now();
  log(begins);
  const result = await withProgress(() => doing, log, work);
  log(`${done} in ${secondsSince(began)} s.`);
  return result;
}

/**
 * Returns the last lines of a failed program's output, which contain its error.
 *
 * @param {string} output
 */
export function excerptOf(output) {
  const lines = output.trim().split('\n');
  const left = lines.length - LAST_LINES;
  if (left <= 0) return lines.join('\n');
  const hint = `… ${left} lines before, which "npm start -- --verbose" shows …`;
  return [hint, ...lines.slice(-LAST_LINES)].join('\n');
}

function secondsSince(began) {
  return Math.round((Date.now() - began) / 1_000);
}
