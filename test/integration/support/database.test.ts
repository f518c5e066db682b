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
