import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import type { Sql } from 'postgres';
import { ADVISORY_LOCK_KEY_SQL } from './advisory-lock-key';
import { connect } from './connect';
import { connectionFault } from './connection-fault';
import { isConnectionLost } from './connection-lost';
import { LOCK_NAMES } from './locks';
import { probeHosts } from './probe-hosts';

const OLDEST_POSTGRES = 15;

const POOLER =
  'DATABASE_URL leads to a pooler in transaction mode, through which locks and notifications get lost. Name PostgreSQL itself, or set the pooler to session mode.';

type MigrationStep =
  | 'waiting for another server that migrates the database'
  | 'migrating the database';

/** This version cannot use the database. The message states the reason and the remedy. */
export class UnfitDatabaseError extends Error {
  override readonly name = 'UnfitDatabaseError';
}

/**
 * Refuses a database with unknown migrations, or whose search_path does not begin with "public".
 * Refuses an empty database if it cannot store every text, or if its PostgreSQL is too old.
 *
 * @throws UnfitDatabaseError
 */
async function refuseUnfit(
  client: Sql,
  applied: readonly number[],
  known: readonly number[],
): Promise<void> {
  if (applied.length > 0) refuseUnknown(applied, known);
  else await refuseServer(client);
  await refuseSearchPath(client);
}

async function refuseServer(client: Sql): Promise<void> {
  const [server] = await client<[{ encoding: string; version: string; number: string }]>`
    select current_setting('server_encoding') as encoding,
      current_setting('server_version') as version, current_setting('server_version_num') as number`;
  if (Number(server?.number) < OLDEST_POSTGRES * 10_000) {
    throw new UnfitDatabaseError(
      `The database is of PostgreSQL ${server?.version}, which is too old. Blocktally needs ${OLDEST_POSTGRES} or later.`,
    );
  }
  if (server?.encoding === 'UTF8') return;
  throw new UnfitDatabaseError(
    `The database has the encoding ${server?.encoding}, which cannot store every text. Create it with UTF8: createdb --encoding=UTF8 --template=template0 NAME`,
  );
}

/**
 * Refuses a search_path without our schema. Our statements do not name the schema, and a pooler
 * would drop a search_path that we set.
 */
async function refuseSearchPath(client: Sql): Promise<void> {
  const [found] = await client<[{ schema: string | null; database: string; user: string }]>`
    select current_schema() as schema, quote_ident(current_database()) as database,
      quote_ident(current_user) as user`;
  if (!found || found.schema === 'public') return;
  const begins =
    found.schema === null
      ? 'has no schema that exists'
      : `begins with the schema "${found.schema}"`;
  throw new UnfitDatabaseError(
    `The search_path of this user and database ${begins}, but Blocktally’s tables are in the schema public. Remove a search_path from DATABASE_URL, or run: alter role ${found.user} in database ${found.database} set search_path = public.`,
  );
}

/** Returns the creation times of the applied migrations, in ms of Unix time. */
async function appliedMigrations(client: Sql): Promise<number[]> {
  const [found] = await client<[{ table: string | null }]>`
    select to_regclass('drizzle.__drizzle_migrations')::text as table`;
  if (!found?.table) return [];
  const rows = await client<{ at: string }[]>`
    select created_at as at from drizzle.__drizzle_migrations`;
  return rows.map(({ at }) => Number(at));
}

function refuseUnknown(applied: readonly number[], known: readonly number[]): void {
  if (Math.max(...applied) > Math.max(...known)) {
    throw new UnfitDatabaseError(
      'The database was upgraded by a newer version of Blocktally, so this one cannot use it. Start the newer version, or restore the backup from before the upgrade.',
    );
  }
  if (applied.every((at) => known.includes(at))) return;
  throw new UnfitDatabaseError(
    'The database has a schema that no release of Blocktally made, so this one cannot use it and leaves it unchanged. Name an empty database in DATABASE_URL, or another data folder in DATA_DIR.',
  );
}

/**
 * Migrates the database to the newest schema. Any number of processes may call it concurrently.
 *
 * @throws Error with the reason and the remedy, when the database cannot be used
 */
export async function migrateDatabase(
  url: string,
  folder: string,
  begins: (step: MigrationStep) => void = () => {},
): Promise<void> {
  const hosts = await answeringHosts(url);
  // This connection holds the lock, so it has no maximum age. By default, the driver would close it
  // after half an hour of waiting.
  const client = connect(url, { max: 1, max_lifetime: null, ...hosts });
  const other = connect(url, { max: 1, ...hosts });
  try {
    // This check precedes the lock, because the lock would stay with the pooler's session.
    if (await haveSameSession(client, other)) throw new UnfitDatabaseError(POOLER);
    await other.end();
    await migrateWith(client, folder, begins);
  } catch (error) {
    const fault = connectionFault(url, error);
    throw fault === undefined ? error : new Error(fault, { cause: error });
  } finally {
    await Promise.all([client, other].map((one) => one.end({ timeout: 5 })));
  }
}

/**
 * Whether two connections share a session of PostgreSQL, as through a pooler in transaction mode. A
 * setting made on one is then visible on the other. A pooler with several sessions may escape this
 * check.
 */
export async function haveSameSession(one: Sql, other: Sql): Promise<boolean> {
  const [set] = await one<[{ mark: string }]>`
    select set_config('blocktally.session', clock_timestamp()::text, false) as mark`;
  const [seen] = await other<[{ mark: string | null }]>`
    select current_setting('blocktally.session', true) as mark`;
  return seen?.mark === set?.mark;
}

/**
 * Moves the hosts that answer to the front of the list. The driver (postgres.js 3.4) fails if the
 * first host is silent, and retries endlessly while all hosts refuse. If no host answers, returns
 * only the first one, so that its fault is reported.
 */
async function answeringHosts(url: string): Promise<object> {
  const { host, port } = connect(url, { max: 1 }).options;
  if (host.length === 1) return {};
  const answers = await probeHosts(host, port);
  const isUsed = (nth: number) =>
    answers.includes('server') ? answers[nth] === 'server' : nth === 0;
  return {
    host: host.filter((_, nth) => isUsed(nth)),
    port: port.filter((_, nth) => isUsed(nth)),
  };
}

async function migrateWith(
  client: Sql,
  folder: string,
  begins: (step: MigrationStep) => void,
): Promise<void> {
  const call = (lockFunction: string) =>
    client.unsafe(`select ${lockFunction}(${ADVISORY_LOCK_KEY_SQL}) as taken`, [
      LOCK_NAMES.migrations,
    ]);
  const unlock = () => call('pg_advisory_unlock');
  const [lock] = await call('pg_try_advisory_lock');
  if (!lock?.taken) {
    begins('waiting for another server that migrates the database');
    await call('pg_advisory_lock');
  }
  begins('migrating the database');
  try {
    const known = readMigrationFiles({ migrationsFolder: folder }).map((one) => one.folderMillis);
    const applied = await appliedMigrations(client);
    await refuseUnfit(client, applied, known);
    // Drizzle always runs "create schema if not exists". Even if the schema exists, PostgreSQL
    // refuses this statement to a user who may not create schemas.
    if (known.some((at) => !applied.includes(at)))
      await migrate(drizzle(client), { migrationsFolder: folder });
  } catch (error) {
    // If the connection was lost, the lock ended with it. A query would make the driver
    // (postgres.js 3.4) reconnect endlessly while PostgreSQL refuses it.
    if (!isConnectionLost(error)) await unlock();
    throw error;
  }
  await unlock();
}
