import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { withProgress } from './progress.mjs';

/**
 * Limits the heap of a built server, which needs about 100 MB. Without a limit, V8 collects garbage
 * later on a machine with much memory.
 */
export const HEAP_LIMIT = '--max-old-space-size=1536';

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
 */
export function startServer({ command, folder, env, log }) {
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
      if (said.reasonPrinted) throw new PrintedStartError();
      throw new Error(`The server has ended (${child.signalCode ?? child.exitCode}).`);
    },
    /**
     * Waits until the server is ready, and prints the current step of its start.
     *
     * @returns {Promise<{ demo: boolean } | undefined>} demo: whether this process may create the
     *  demo shop; undefined if the server ended or was stopped before it was ready
     */
    ready: async () => {
      const readyOrEnded = () => Promise.race([said.ready, exit.then(() => undefined)]);
      const facts = await withProgress(() => said.step, log, readyOrEnded);
      return asked ? undefined : facts;
    },
  };
}

/** The server could not start, and has already printed the reason. */
export class PrintedStartError extends Error {}

/** Receives what lib/server/report-to-supervisor.ts sends. */
function listenTo(child) {
  const said = { step: undefined, reasonPrinted: false };
  const ready = new Promise((resolve) => {
    child.on('message', (message) => {
      said.step = message.step ?? said.step;
      said.reasonPrinted ||= message.reasonPrinted === true;
      if (message.ready) resolve({ demo: message.demo });
    });
  });
  return Object.assign(said, { ready });
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
