import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { LOCK_NAMES } from '@/db/locks';
import type { Random } from '@/test/support/random';
import { until } from '@/test/support/wait';
import type { DatabasePart } from './database-part';
import type { Killer } from './killer';
import { queryDatabase } from './query-database';

const MAX_WAIT_MS = 10_000;
const SOON_MS = 5_000;
const MAX_MIGRATION_MS = 250;

/**
 * Kills servers and the database repeatedly during the migration. Before each kill, empties the
 * database while a server waits for the migration lock.
 */
export async function killDuringMigrations(
  killer: Killer,
  database: DatabasePart,
  random: Random,
  count: number,
): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const begins = await until(
      'a server migrates',
      () => emptyBeforeMigration(database.url),
      MAX_WAIT_MS,
    ).catch(() => false);
    await sleep(random.int(0, MAX_MIGRATION_MS));
    // A server migrates only when it starts. If no server is about to migrate, this kill must hit a
    // server, which then restarts.
    const kind = begins && random.chance(0.5) ? 'database' : 'server';
    await killer.strike({ kind, which: random.int(0, 1), downMs: random.int(0, 300) });
  }
}

/** Holds the migration lock until a server waits for it, and then empties the database. */
async function emptyBeforeMigration(url: string): Promise<boolean> {
  const sql = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => {} });
  try {
    await sql`select pg_advisory_lock(hashtextextended(${LOCK_NAMES.migrations}, 0))`;
    await until(
      'a server waits for the lock',
      async () => {
        const rows = await sql`select 1 from pg_locks
        where locktype = 'advisory' and not granted
          and objid = (hashtextextended(${LOCK_NAMES.migrations}, 0) & 4294967295)::oid`;
        return rows.length > 0;
      },
      SOON_MS,
    );
    await sql.unsafe('drop schema if exists drizzle cascade; drop schema public cascade');
    await sql.unsafe('create schema public');
    return true;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

export async function waitUntilMigrated(database: DatabasePart, migrations: number): Promise<void> {
  await until(
    'the database is migrated',
    async () => {
      const [row] = await queryDatabase<{ count: string }>(
        database.url,
        'select count(*) from drizzle.__drizzle_migrations',
      );
      return Number(row?.count) === migrations;
    },
    120_000,
  );
}
