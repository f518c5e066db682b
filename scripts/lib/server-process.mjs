import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { START_COMMAND } from '../../lib/own-commands.mjs';
import { withProgress } from './progress.mjs';

const POLL_MS = 50;
/**
 * Limits the heap of a built server, which needs about 100 MB. Without a limit, V8 collects garbage
 * later on a machine with much memory.
 */
export const HEAP_LIMIT = '--max-old-space-size=1536';

/**
 * A starting server reports every 2 s (lib/server/report-to-supervisor.ts). After this time without
 * a report, it counts as hanging.
 */
const SILENCE_LIMIT_MS = 120_000;
/** The server needs at most 20 s to stop, for deliveries in flight. */
const STOP_TIMEOUT_MS = 40_000;

/**
 * Starts the server in its own process. When this process dies, even by kill -9, the channel to the
 * server closes and the server ends.
 *
 * @param {object} how
 * @param {string[]} how.command
 * @param {string} how.folder
 * @param {NodeJS.ProcessEnv} how.env
 * @param {(line: string) => void} how.log
 * @param {number} [how.silenceLimitMs] for tests
 * @param {number} [how.everyMs] between lines of progress, for tests
 */
export function startServer({
  command,
  folder,
  env,
  log,
  silenceLimitMs = SILENCE_LIMIT_MS,
  everyMs,
}) {
  const child = spawn(process.execPath, command, {
    cwd: folder,
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // Ctrl-C must not reach the server, because this process stops the server before the database.
    detached: true,
  });
  const exit = once(child, 'exit');
  exit.catch(() => {});
  const said = listenTo(child);
  let failure;
  let asked = false;
  const running = () => child.exitCode === null && child.signalCode === null;

  const stop = () => {
    if (!running()) return;
    child.kill(asked ? 'SIGKILL' : 'SIGTERM');
    asked = true;
    setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS).unref();
  };
  const untilReady = async () => {
    while (running() && !asked) {
      if (said.ready) return true;
      if (performance.now() - said.at > silenceLimitMs)
        throw new Error(hangs(said, silenceLimitMs));
      await sleep(POLL_MS);
    }
    return false;
  };
  return {
    /** Stops the server. A second call kills it. */
    stop,
    /** Ends the server because of a fault in another part. {@link ended} then throws the fault. */
    fail: (error) => {
      failure ??= error;
      stop();
    },
    /** Resolves when the server has ended, and rejects if it ended unexpectedly. */
    ended: async () => {
      await exit;
      if (failure) throw failure;
      if (asked) return;
      if (said.why) throw new PrintedStartError();
      throw new Error(`The server has ended (${child.signalCode ?? child.exitCode}).`);
    },
    /**
     * Waits until the server is ready, as long as it reports progress.
     *
     * @returns {Promise<boolean>} false if the server ended before it was ready
     * @throws Error with the last reported step, after two minutes without a report
     */
    ready: () => withProgress(() => said.step, log, untilReady, everyMs),
    /** This is known once the server is ready. */
    allowsDemo: () => said.demo,
  };
}

/** The server could not start, and has already printed the reason. */
export class PrintedStartError extends Error {}

function listenTo(child) {
  const said = { at: performance.now(), step: undefined, ready: false, demo: false, why: false };
  child.on('message', ({ step, ready, demo, reasonPrinted }) => {
    said.at = performance.now();
    said.step = step ?? said.step;
    said.ready ||= ready === true;
    said.demo ||= demo === true;
    said.why ||= reasonPrinted === true;
  });
  return said;
}

function hangs({ step }, silenceMs) {
  const last = step ? `Before that it was ${step}` : 'It has not begun to start';
  return (
    `The server has said nothing for ${silenceMs / 1_000} s, so it was stopped. ${last}.\n` +
    'The machine may be too busy or out of memory. LOG_LEVEL=debug ' +
    `${START_COMMAND} tells more.`
  );
}

/** Returns all settings for the server, including the settings in .env. */
export function serverEnvironment({ settings, databaseUrl, dev }) {
  const { port, host, appUrls, dataDir } = settings;
  return {
    ...process.env,
    NODE_ENV: dev ? 'development' : 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    // Otherwise Next.js would read .env again, and expand "$" in values.
    __NEXT_PROCESSED_ENV: 'true',
    PORT: String(port),
    HOST: host,
    APP_URL: appUrls,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
  };
}
