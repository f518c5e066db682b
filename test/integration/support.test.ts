import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@/test/support/database';

let one: TestDatabase;
beforeAll(async () => {
  one = await createTestDatabase();
});
afterAll(() => one.drop());

test('a test database has the whole schema and nothing in it', async () => {
  const rows = await one.db.execute(sql`select count(*)::int as n from payment`);
  expect(rows[0]).toEqual({ n: 0 });
});

test('the embedded database sorts and stores text as UTF-8 whatever the locale of the machine', async () => {
  const rows = await one.db.execute(
    sql`select pg_encoding_to_char(encoding) as encoding, datlocprovider as provider, datlocale as locale
        from pg_database where datname = current_database()`,
  );
  expect(rows[0]).toEqual({ encoding: 'UTF8', provider: 'b', locale: 'C.UTF-8' });
});
