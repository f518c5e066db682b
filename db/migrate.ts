import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import { connect } from './connect';

/** Any number that nothing else locks: servers that start together migrate one after the other. */
const MIGRATION_LOCK = 7_270_011;

/** Brings the database to the newest schema. Safe to call from any number of processes at once. */
export async function migrateDatabase(url: string, folder: string): Promise<void> {
  const client = connect(url, { max: 1 });
  try {
    await client`select pg_advisory_lock(${MIGRATION_LOCK})`;
    try {
      await migrate(drizzle(client), { migrationsFolder: folder });
    } finally {
      await client`select pg_advisory_unlock(${MIGRATION_LOCK})`;
    }
  } finally {
    await client.end({ timeout: 5 });
  }
}
