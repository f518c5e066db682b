import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { type Database, type Db, openDatabase } from '@/db/client';

/** PostgreSQL copies this migrated database for each new one. */
export const TEMPLATE = 'blocktally_template';

export interface TestDatabase {
  readonly url: string;
  readonly database: Database;
  readonly db: Db;
  drop(): Promise<void>;
}

export async function newDatabase(postgresUrl: string, poolSize?: number): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await runAdminStatement(postgresUrl, `create database ${name} template ${TEMPLATE}`);
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  const database = openDatabase(url.href, poolSize);
  return {
    url: url.href,
    database,
    db: database.db,
    drop: async () => {
      await database.close();
      await runAdminStatement(postgresUrl, `drop database if exists ${name} with (force)`);
    },
  };
}

export async function runAdminStatement(postgresUrl: string, statement: string): Promise<void> {
  const sql = postgres(postgresUrl, { max: 1, onnotice: () => {} });
  try {
    await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
}
