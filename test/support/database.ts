import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { inject } from 'vitest';
import { type Database, type Db, openDatabase } from '@/db/client';
import { TEMPLATE } from './global-postgres';

export interface TestDatabase {
  readonly url: string;
  readonly database: Database;
  readonly db: Db;
  /** Closes this database's connections, cuts off everyone else's, and removes it. */
  drop(): Promise<void>;
}

/** A migrated, empty database of its own; meant to be made once a test file. */
export async function createTestDatabase(poolSize?: number): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await maintain(`create database ${name} template ${TEMPLATE}`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  const database = openDatabase(url.href, poolSize);
  return {
    url: url.href,
    database,
    db: database.db,
    drop: async () => {
      await database.close();
      await maintain(`drop database if exists ${name} with (force)`);
    },
  };
}

async function maintain(statement: string): Promise<void> {
  const sql = postgres(inject('postgresUrl'), { max: 1, onnotice: () => {} });
  try {
    await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
}
