import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkDataDir } from './data-dir.mjs';
import { showWelcome } from './demo-key.mjs';
import { copyDataDirHourly, restoreDataDirFromCopy } from './kept-copy.mjs';
import { startPostgres } from './postgres.mjs';
import { printLine } from './progress.mjs';
import { runAdmin } from './run-admin.mjs';
import { serverEnvironment, startServer } from './server-process.mjs';
import { checkPort, loadDotEnv, readSettings } from './settings.mjs';

const log = printLine;
const RESTART_PAUSE_MS = 10_000;

/**
 * Starts a server and waits for its end. Builds a fresh checkout first. After a signal, the server
 * finishes its work, the database stops, and this process exits with 0.
 *
 * @param {object} options
 * @param {import('./installation.mjs').Installation} options.installation
 * @param {boolean} [options.dev] whether to start the development server, without a build
 * @param {string} [options.backupTo] a folder for an hourly copy of the data folder, from which an
 *  empty data folder is restored
 */
export async function serve({ installation, dev = false, backupTo }) {
  const began = Date.now();
  const shutdown = onSignal();
  loadDotEnv(installation.settings);
  const settings = await readSettings(process.env);
  await checkPort(settings);
  if (!settings.databaseUrl) checkDataDir(settings.dataDir);
  if (settings.databaseUrl && backupTo) {
    throw new Error(
      '--backup-to copies the embedded database, and DATABASE_URL names another one.',
    );
  }
  const command = await installation.server({ dev, appUrl: settings.appUrl, log });
  shutdown.graceful = true;
  const { dataDir } = settings;
  if (backupTo) await restore({ dataDir, to: backupTo }, installation);
  const holder = settings.databaseUrl
    ? undefined
    : { database: await startPostgres({ ...settings, log }) };
  const databaseUrl = settings.databaseUrl ?? holder.database.url;
  const env = serverEnvironment({ settings, databaseUrl, dev });
  const server = startServer({ command, folder: installation.folder, env, log });
  const over = new AbortController();
  const kept = holder && keepAlive(holder, settings, over.signal).catch(server.fail);
  const superuserUrl = () => holder.database.superuserUrl;
  const stop = () => {
    over.abort();
    server.stop();
  };
  shutdown.signal.addEventListener('abort', stop);
  if (shutdown.signal.aborted) stop();
  try {
    const ready = await server.ready();
    if (ready) {
      const seconds = (Date.now() - began) / 1000;
      const facts = { installation, settings, databaseUrl, ...ready, seconds, log };
      if (backupTo) copyDataDirHourly({ dataDir, to: backupTo, superuserUrl, log }, over.signal);
      await showWelcome(facts).catch((error) => {
        // After a signal, the server has ended and cannot respond.
        if (!shutdown.signal.aborted) throw error;
      });
    }
    await server.ended();
  } finally {
    if (!over.signal.aborted) stop();
    await server.ended().catch(() => {});
    await kept;
    await holder?.database.release();
  }
  if (shutdown.signal.aborted) log('Blocktally has stopped.');
  process.exit(shutdown.signal.aborted ? 0 : 1);
}

/** Restores the copy. The wallets then skip addresses that customers may have received after it. */
async function restore(place, installation) {
  const { restored, done } = restoreDataDirFromCopy(place);
  if (!restored) return;
  log('The database is restored from its copy. Every wallet moves 1,000 addresses ahead.');
  const code = await runAdmin(installation, ['wallet', 'skip', '--all', '--count', '1000']);
  if (code !== 0) throw new Error('The wallets of the restored database could not be moved ahead.');
  done();
}

/**
 * On SIGHUP, SIGINT or SIGTERM, `signal` aborts if `graceful` is true. Otherwise this process ends
 * immediately.
 */
function onSignal() {
  const controller = new AbortController();
  const shutdown = { signal: controller.signal, graceful: false };
  for (const [name, number] of Object.entries({ SIGHUP: 1, SIGINT: 2, SIGTERM: 15 })) {
    process.on(name, () => {
      if (!shutdown.graceful) process.exit(128 + number);
      if (!controller.signal.aborted) log('Stopping …');
      controller.abort();
    });
  }
  return shutdown;
}

async function keepAlive(holder, { dataDir }, signal) {
  const { url } = holder.database;
  for (;;) {
    await holder.database.gone(signal);
    if (signal.aborted) return;
    log('The database has ended unexpectedly; starting it again.');
    await holder.database.release();
    const database = await startAgain(dataDir, signal);
    if (!database) return;
    holder.database = database;
    if (database.url !== url) {
      throw new Error(
        `The database could not return to its port; see ${path.join(dataDir, 'postgres', 'log')}.`,
      );
    }
  }
}

/** Repeats a failed start, because its cause may pass, such as a full disk. */
async function startAgain(dataDir, signal) {
  for (let isReported = false; !signal.aborted; isReported = true) {
    try {
      return await startPostgres({ dataDir, log });
    } catch ({ message }) {
      if (!isReported)
        log(`${message}\nThe start is repeated every ${RESTART_PAUSE_MS / 1_000} s.`);
      await sleep(RESTART_PAUSE_MS, undefined, { signal }).catch(() => {});
    }
  }
  return undefined;
}
