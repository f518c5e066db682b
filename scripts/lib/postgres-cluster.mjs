import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

/** The roles and the files with their passwords. The role blocktally is no superuser. */
const ROLES = { blocktally: 'password', postgres: 'superuser-password' };
const UNFINISHED = 'unfinished-';

/**
 * Returns the environment of the database server, without this process's PG* variables and locale.
 */
export function postgresEnvironment() {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name));
  return { ...Object.fromEntries(inherited), LC_ALL: 'C', TZ: 'UTC' };
}

/**
 * Creates the cluster if it does not exist. A cluster gets its final name only when it is complete,
 * so an interrupted start does no harm.
 *
 * @param {{ folder: string, programs: string, account: { uid?: number, gid?: number }, durable:
 *  boolean }} place
 */
export function ensureCluster({ folder, programs, account, durable }) {
  const cluster = path.join(folder, 'cluster');
  if (existsSync(path.join(cluster, 'PG_VERSION'))) return;
  for (const name of readdirSync(folder)) {
    if (name.startsWith(UNFINISHED)) rmSync(path.join(folder, name), { recursive: true });
  }
  // The name is unique, so an initdb that outlives its killed parent removes only this folder.
  const unfinished = mkdtempSync(path.join(folder, UNFINISHED));
  const secrets = Object.values(ROLES).map((name) => path.join(folder, name));
  for (const file of secrets) {
    writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 });
  }
  if (account.uid !== undefined) {
    for (const file of [unfinished, ...secrets]) chownSync(file, account.uid, account.gid);
  }
  const encoding = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin'];
  const pwfile = path.join(folder, ROLES.postgres);
  const access = ['--auth=scram-sha-256', '--username=postgres', `--pwfile=${pwfile}`];
  const options = ['--builtin-locale=C.UTF-8', ...(durable ? [] : ['--no-sync'])];
  try {
    execFileSync(
      path.join(programs, 'initdb'),
      [`--pgdata=${unfinished}`, ...encoding, ...access, ...options],
      { ...account, env: postgresEnvironment(), cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
    );
  } catch (error) {
    const output = String(error.stderr ?? error.message).trim();
    throw new Error(`PostgreSQL could not make its data folder:\n${output}`, { cause: error });
  }
  renameSync(unfinished, cluster);
}

/** @param {{ folder: string, port: number, role: keyof typeof ROLES, database: string }} place */
export function databaseUrl({ folder, port, role, database }) {
  const password = readFileSync(path.join(folder, ROLES[role]), 'utf8');
  return `postgres://${role}:${password}@127.0.0.1:${port}/${database}`;
}
