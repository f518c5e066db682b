const EVERY_MS = 10_000;
const LIVE_MS = 1_000;
const FIRST_LINES = 15;
const LAST_LINES = 40;

/** Whether npm and the build show their output, as after `npm start -- --verbose`. */
export const VERBOSE =
  process.argv.includes('--verbose') ||
  ['verbose', 'silly'].includes(process.env.npm_config_loglevel ?? '');

/** Prints a line for the person who started this process. `live` is for {@link withProgress}. */
export const printLine = Object.assign((line) => console.log(line), {
  live: Boolean(process.stdout.isTTY) && !VERBOSE,
});

/**
 * Runs work that may take long, and reports that it is still running. On a terminal, one line
 * counts the seconds. Any other output gets a line every ten seconds.
 *
 * @param {() => string | undefined} what returns the current activity; while it is undefined,
 *  nothing is reported
 * @param {((line: string) => void) & { live?: boolean }} log live: whether it prints to a terminal
 * @param {() => Promise<T>} work
 * @param {number} [everyMs] between two lines
 * @returns {Promise<T>}
 * @template T
 */
export async function withProgress(what, log, work, everyMs = EVERY_MS) {
  const began = Date.now();
  const tell = () => {
    const doing = what();
    if (!doing) return;
    if (log.live) redraw(`${doing[0].toUpperCase()}${doing.slice(1)} … ${secondsSince(began)} s`);
    else log(`Still ${doing} (${secondsSince(began)} s) …`);
  };
  if (log.live) tell();
  const timer = setInterval(tell, log.live ? LIVE_MS : everyMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    if (log.live) redraw('');
  }
}

/**
 * Like {@link withProgress}, for a phase of a start. Also announces the phase, and reports its
 * duration.
 *
 * @param {object} phase
 * @param {string} phase.begins for a log, for example "Building; takes half a minute …"
 * @param {string} phase.doing "building"
 * @param {string} phase.done "Built"
 * @param {((line: string) => void) & { live?: boolean }} phase.log
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 * @template T
 */
export async function runPhaseWithProgress({ begins, doing, done, log }, work) {
  const began = Date.now();
  if (!log.live) log(begins);
  const result = await withProgress(() => doing, log, work);
  log(`${done} in ${secondsSince(began)} s.`);
  return result;
}

/**
 * Returns the first and last lines of a failed program's output. npm prints the cause of a failure
 * first, and compilers print it last.
 *
 * @param {string} output
 */
export function excerptOf(output) {
  const lines = output.trim().split('\n');
  if (lines.length <= FIRST_LINES + LAST_LINES) return lines.join('\n');
  const left = lines.length - FIRST_LINES - LAST_LINES;
  return [
    ...lines.slice(0, FIRST_LINES),
    `… ${left} more lines, which "npm start -- --verbose" shows …`,
    ...lines.slice(-LAST_LINES),
  ].join('\n');
}

/** The next text overwrites this one, because the cursor returns to the beginning of the line. */
function redraw(text) {
  // A terminal that does not know its width reports 0.
  const width = (process.stdout.columns || 80) - 1;
  process.stdout.write(`\u001b[2K${text.slice(0, width)}\r`);
}

function secondsSince(began) {
  return Math.round((Date.now() - began) / 1_000);
}
