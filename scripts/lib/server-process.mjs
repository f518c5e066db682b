import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from './checkout.mjs';

const POLL_MS = 50;
const READY_TIMEOUT_MS = 120_000;
/** More than the server needs to stop: 20 s for deliveries in flight. */
const STOP_TIMEOUT_MS = 40_000;

/**
 * Starts the server in its own process. The channel to it closes when this process dies, even by
 * kill -9, and then the server ends itself.
 *
 * @param {{ command: string[], settings: import('./settings.mjs').Settings, databaseUrl: string, dev: boolean }} how
 */
export function startServer({ command, settings, databaseUrl, dev }) {
  const { localUrl } = settings;
  const child = spawn(process.execPath, command, {
    cwd: ROOT,
    env: serverEnvironment({ settings, databaseUrl, dev }),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // Only this process gets Ctrl-C: it ends the server, then the database.
    detached: true,
  });
  const exit = once(child, 'exit');
  exit.catch(() => {});
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
    /** Asks it to finish and end; the second call ends it at once. */
    stop,
    /** Ends it because of a fault elsewhere, which {@link ended} then throws. */
    fail: (error) => {
      failure ??= error;
      stop();
    },
    /** Resolves when it has ended; rejects if it ended unexpectedly. */
    ended: async () => {
      await exit;
      if (failure) throw failure;
      if (!asked) throw new Error(`The server has ended (${child.signalCode ?? child.exitCode}).`);
    },
    /** @returns {Promise<boolean>} false if it was stopped before it was ready */
    ready: async () => {
      const deadline = Date.now() + READY_TIMEOUT_MS;
      while (running() && !asked) {
        if (await isHealthy(localUrl)) return true;
        if (Date.now() > deadline) throw new Error(`The server does not answer at ${localUrl}.`);
        await sleep(POLL_MS);
      }
      return false;
    },
  };
}

/** All settings, including those of .env. */
export function serverEnvironment({ settings, databaseUrl, dev }) {
  const { port, host, appUrl, dataDir } = settings;
  return {
    ...process.env,
    NODE_ENV: dev ? 'development' : 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    // Next.js would read .env again and replace "$" in a value as a variable.
    __NEXT_PROCESSED_ENV: 'true',
    PORT: String(port),
    HOST: host,
    APP_URL: appUrl,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
  };
}

async function isHealthy(localUrl) {
  try {
    const response = await fetch(`${localUrl}/api/health`, { signal: AbortSignal.timeout(5_000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
