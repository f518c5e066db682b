import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { openDatabase } from '@/db/client';
import { chain } from '@/db/schema/chain';
import { databaseResponds, readHealthInTime } from '@/lib/health';
import { createTestDatabase } from '@/test/support/database';
import { startDatabaseProxy } from '@/test/support/database-proxy';
import { openForTestFile } from '@/test/support/open-for-test-file';

const base = await openForTestFile(createTestDatabase());

it('concurrent health requests share one check, and later requests run a new check', async () => {
  const statements: string[] = [];
  const database = openDatabase(base.url, 2, (text) => {
    statements.push(text);
    return () => {};
  });
  const height = async () =>
    (await readHealthInTime(database.db, ['regtest'], new Date())).chains[0]?.height;
  expect(await Promise.all(Array.from({ length: 10 }, height))).toEqual(Array(10).fill(null));
  expect(new Set(statements).size).toBe(statements.length);
  await base.db.insert(chain).values({ network: 'regtest', height: 7 });
  await expect.poll(height, { timeout: 20_000 }).toBe(7);
  await database.close();
});

it('health requests do not reuse an earlier check that failed', async () => {
  const line = await startDatabaseProxy(base.url);
  const database = openDatabase(line.url, 1);
  const health = () => readHealthInTime(database.db, ['regtest'], new Date());
  await database.db.execute(sql`select 1`);
  line.cutAfter('from');
  await expect(health()).rejects.toThrow();
  expect(await health()).toMatchObject({ status: 'ok' });
  await database.close();
  await line.close();
});

it('if a database stops responding, the server detects this before pending statements fail', async () => {
  const line = await startDatabaseProxy(base.url);
  const database = openDatabase(line.url, 1);
  await database.db.execute(sql`select 1`);
  line.freeze();
  const statement = database.db.execute(sql`select 1`).catch(() => 'failed');
  expect(await Promise.race([databaseResponds(database.db), statement])).toBe(false);
  await database.close();
  await statement;
  await line.close();
});
