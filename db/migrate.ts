import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import { connect } from './connect';
import { lockNumberIn } from './lock-number';
import { LOCKS } from './locks';

/** Migrates the database to the newest schema. Any number of processes may call it at once. */
export async function migrateDatabase(url: string, folder: string): Promise<void> {
  const client = connect(url, { max: 1 });
  const number = () => lockNumberIn(client, LOCKS.migrations);
  try {
    await client`select pg_advisory_lock(${number()})`;
    try {
      await migrate(drizzle(client), { migrationsFolder: folder });
    } finally {
      await client`select pg_advisory_unlock(${number()})`;
    }
  } finally {
    await client.end({ timeout: 5 });
  }
}
