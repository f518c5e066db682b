import { rmSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrateDatabase } from '@/db/migrate';
import { createTestDatabase, type TestDatabase } from '@/test/support/database';
import { untilLocked } from '@/test/support/lock-waits';
import { copyMigrations, migrateBackTo } from '@/test/support/older-database';

const PAYMENTS = 100_000;

let base: TestDatabase;
let folder: string;
beforeEach(async () => {
  base = await createTestDatabase();
  folder = copyMigrations();
  await migrateBackTo(base, folder, '0012_fewer-writes');
  await base.db.transaction(async (tx) => {
    // The rows of keys and merchants do not matter here, and foreign keys are not checked.
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`insert into payment (id, checkout_id, api_key_id, network, address, script,
        amount_sats, tolerance_ppm, required_sats, required_confirmations, reference, status,
        received_sats, created_at, expires_at, updated_at)
      select 'pay_' || n, 'co_' || n, 'key_1', 'regtest', 'address ' || n,
        encode(sha256(n::text::bytea), 'hex'), 50000, 0, 50000, 3, 'order-' || n, 'confirmed',
        50000, at, at, at
      from generate_series(1, ${PAYMENTS}) n, lateral (select now() - n * interval '1 minute') t(at)`);
  });
  await base.db.execute(sql`vacuum analyze payment`);
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await base.drop();
});

const upgrade = () => migrateDatabase(base.url, path.resolve('db/migrations'));

/** The file of the table, and its rows with their places and the transactions that wrote them. */
async function stored() {
  const [row] = await base.db.execute<Record<'file' | 'rows' | 'sum', string>>(sql`
    select pg_relation_filenode('payment')::text as file, count(*)::text as rows,
      sum(hashtextextended(concat_ws(' ', ctid, xmin, id, address, script, amount_sats, reference, created_at), 0))::text
        as sum
    from payment`);
  return row;
}

test('prices come to 100,000 payments without a write to any of their rows', async () => {
  const before = await stored();
  await upgrade();
  expect(await stored()).toEqual(before);
  const [priced] = await base.db.execute(sql`select count(price)::int as n from payment`);
  expect(priced).toEqual({ n: 0 });
});

test('a write and a read that are held while the upgrade begins both end well, and it goes on after them', async () => {
  let upgrading: Promise<void> | undefined;
  await base.db.transaction(async (tx) => {
    await tx.execute(sql`update payment set reference = 'held' where id = 'pay_1'`);
    await tx.execute(sql`select count(*) from payment`);
    upgrading = upgrade();
    await untilLocked('the upgrade waits', base.db);
    await tx.execute(sql`update payment set reference = 'held to the end' where id = 'pay_2'`);
  });
  await upgrading;
  const rows = await base.db.execute(sql`
    select reference, price from payment where id in ('pay_1', 'pay_2') order by id`);
  expect([...rows]).toEqual([
    { reference: 'held', price: null },
    { reference: 'held to the end', price: null },
  ]);
});
