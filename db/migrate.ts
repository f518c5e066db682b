import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import { connect } from './connect';
import { lockNumberIn } from './lock-number';
import { LOCKS } from './locks';

type MigrationStep =
  | 'waiting for another server that migrates the database'
  | 'migrating the database';

/**
 * Migrates the database to the newest schema. Any number of processes may call it at once.
 *
 * @param begins is called as each step begins
 */
export async function migrateDatabase(
  url: string,
  folder: string,
  begins: (step: MigrationStep) => void = () => {},
): Promise<void> {
  const client = connect(url, { max: 1 });
  const number = () => lockNumberIn(client, LOCKS.migrations);
  try {
    const [lock] = await client`select pg_try_advisory_lock(${number()}) as taken`;
    if (!lock?.taken) {
      begins('waiting for another server that migrates the database');
      await client`select pg_advisory_lock(${number()})`;
    }
    begins('migrating the database');
    try {
      await migrate(drizzle(client), { migrationsFolder: folder });
    } finally {
      await client`select pg_advisory_unlock(${number()})`;
    }
  } finally {
    await client.end({ timeout: 5 });
  }
}
