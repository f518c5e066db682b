import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { connectionUse } from '@/db/connection-use';
import { migrateDatabase } from '@/db/migrate';
import { createRuntime, type Runtime } from '@/lib/runtime';
import { createTestDatabase } from '@/test/support/database';
import { TEST_SECRET_KEY } from '@/test/support/factories';
import { runAdminStatement } from '@/test/support/new-database';
import { openForTestFile } from '@/test/support/open-for-test-file';

const base = await openForTestFile(createTestDatabase(1));

/** Opens all connections of a server process: its pool under load, its locks and notifications. */
async function startProcess(url: URL, most?: number): Promise<Runtime> {
  const runtime = createRuntime({
    DATABASE_URL: url.href,
    SECRET_KEY: TEST_SECRET_KEY,
    LOG_LEVEL: 'silent',
    DATABASE_MAX_CONNECTIONS: most?.toString(),
  });
  const { database, db } = runtime;
  await Promise.all([
    database.listen('test', () => {}),
    database.tryLock(`lock ${Math.random()}`),
    ...Array.from({ length: 40 }, () => db.execute(sql`select pg_sleep(0.05)`)),
  ]);
  return runtime;
}

/** The URL for a new role with this connection limit. */
async function limitedTo(connections: number): Promise<URL> {
  const role = `limited_${connections}`;
  await base.db.execute(
    sql.raw(`create role ${role} login password 'few' connection limit ${connections}`),
  );
  await base.db.execute(sql.raw(`create database ${role} owner ${role}`));
  const url = new URL(base.url);
  url.pathname = `/${role}`;
  return Object.assign(url, { username: role, password: 'few' });
}

test('two processes with the default limit use at most 20 connections while one replaces the other', async () => {
  const url = await limitedTo(20);
  await migrateDatabase(url.href, 'db/migrations');
  const old = await startProcess(url);
  // A starting process migrates before it opens its pool.
  await migrateDatabase(url.href, 'db/migrations');
  const next = await startProcess(url);
  expect(await connectionUse(next.db)).toEqual({ connections: 20, limit: 20 });
  await Promise.all([old, next].map(({ database }) => database.close()));
  await runAdminStatement(base.url, 'drop database limited_20');
});

test('DATABASE_MAX_CONNECTIONS limits all connections that a process opens', async () => {
  const url = await limitedTo(12);
  const process = await startProcess(url, 6);
  expect(await connectionUse(process.db)).toEqual({ connections: 6, limit: 12 });
  await process.database.close();
  await runAdminStatement(base.url, 'drop database limited_12');
});

test('if neither the database nor the role limits connections, the server’s limit is used for the comparison', async () => {
  const { connections, limit } = await connectionUse(base.db);
  const [server] = await base.db.execute<{ most: string }>(sql`show max_connections`);
  expect(connections).toBeGreaterThan(0);
  expect(limit).toBeLessThan(Number(Object.values(server ?? {})[0]));
});
