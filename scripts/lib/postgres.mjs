import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensurePostgresUser } from './ensure-postgres-user.mjs';
import { withLock } from './lock.mjs';
import { databaseUrl, ensureCluster } from './postgres-cluster.mjs';
import { databaseFolder, ensurePostgresBinDir } from './postgres-place.mjs';
import {
  isPostmaster,
  launchPostmaster,
  runningPostmaster,
  stopPostmaster,
} from './postmaster.mjs';
import { withProgress } from './progress.mjs';
import { registeredProcesses, registerProcess } from './register-process.mjs';

/** The name of the database and of the role that owns it. */
const NAME = 'blocktally';

/**
 * Starts the embedded PostgreSQL of a data folder, or adopts it if it already runs. It ends
 * together with the last process that uses it.
 *
 * @typedef {object} EmbeddedPostgres
 * @property {string} url of the database "blocktally", whose owner is no superuser
 * @property {number} pid
 * @property {string} superuserUrl
 * @property {(signal?: AbortSignal) => Promise<void>} gone resolves when the server has ended
 * @property {() => Promise<void>} release ends it, unless another process uses it
 * @param {object} options
 * @param {string} options.dataDir
 * @param {Record<string, string | number>} [options.settings] server settings for a new start
 * @param {(line: string) => void} [options.log]
 * @param {boolean} [options.durable] false for temporary data, which is not forced to disk
 * @returns {Promise<EmbeddedPostgres>}
 */
export async function startPostgres({ dataDir, settings = {}, durable = true, log = () => {} }) {
  const home = path.resolve(dataDir);
  // If this folder is root's, the database's user can pass through it, but cannot list it.
  mkdirSync(home, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const lock = path.join(home, 'postgres.lock');
  return withLock(lock, async () => {
    const expected = path.join(home, 'postgres', 'cluster');
    const account = ensurePostgresUser(expected);
    const folder = databaseFolder(home, account);
    const programs = ensurePostgresBinDir(account, folder);
    ensureCluster({ folder, programs, account, durable });
    const cluster = path.join(folder, 'cluster');
    const effective = { ...(durable ? {} : THROWAWAY), ...settings };
    const doing = () => `starting the database (its log is ${path.join(folder, 'log')})`;
    const { pid, port } = await withProgress(
      doing,
      log,
      async () =>
        (await runningPostmaster(cluster)) ??
        launchPostmaster({ folder, programs, account, settings: effective }),
    );
    const url = databaseUrl({ folder, port, role: NAME, database: NAME });
    const superuserUrl = databaseUrl({ folder, port, role: 'postgres', database: 'postgres' });
    await ensureDatabase(superuserUrl, new URL(url).password);
    const users = path.join(folder, 'users');
    const signOff = registerProcess(users);
    return {
      url,
      superuserUrl,
      pid,
      gone: (signal) => untilGone(pid, cluster, signal),
      release: () =>
        withLock(lock, async () => {
          signOff();
          if (registeredProcesses(users).length === 0) await stopPostmaster(pid, cluster);
        }),
    };
  });
}

const THROWAWAY = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
const GONE_POLL_MS = 500;

async function ensureDatabase(superuserUrl, password) {
  const { default: postgres } = await import('postgres');
  const sql = postgres(superuserUrl, { max: 1, onnotice: () => {} });
  try {
    const [role] = await sql`select 1 from pg_roles where rolname = ${NAME}`;
    if (!role) await sql.unsafe(`create role ${NAME} login password '${password}'`);
    const [database] = await sql`select 1 from pg_database where datname = ${NAME}`;
    if (!database) await sql.unsafe(`create database ${NAME} owner ${NAME}`);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function untilGone(pid, cluster, signal) {
  while (!signal?.aborted && isPostmaster(pid, cluster)) {
    await sleep(GONE_POLL_MS, undefined, { ref: false, signal }).catch(() => {});
  }
}
