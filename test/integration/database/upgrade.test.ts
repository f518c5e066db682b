import { rmSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { migrateDatabase } from '@/db/migrate';
import type { WalletFacts } from '@/lib/bitcoin/wallet-facts';
import { hashKey, newApiKey } from '@/lib/keys/key-format';
import { parseWalletInput } from '@/lib/keys/preview-addresses';
import { createTestApi } from '@/test/support/api';
import { createTestDatabase, type TestDatabase } from '@/test/support/database';
import { createTestKey, randomDescriptor } from '@/test/support/factories';
import { waitForLockWaiters } from '@/test/support/lock-waits';
import { addMigration, copyMigrations, keepMigrationsUpTo } from '@/test/support/migrations';
import { runAdminStatement } from '@/test/support/new-database';
import { sealRows } from '@/test/support/seals';

const OWN = path.resolve('db/migrations');

let base: TestDatabase;
let folder: string;
beforeEach(async () => {
  base = await createTestDatabase();
  folder = copyMigrations();
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await base.drop();
});

const tables = async () => {
  const rows = await base.db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by tablename`,
  );
  return rows.map(({ name }) => name);
};

const GOOD = ['9998_good', 'create table upgrade_one (id int);'] as const;
const BAD = ['9999_bad', 'create table upgrade_two (id int references nothing);'] as const;

test('an older version refuses a database that a newer version has upgraded', async () => {
  addMigration(folder, ...GOOD);
  await migrateDatabase(base.url, folder);
  const older = migrateDatabase(base.url, OWN);
  await expect(older).rejects.toThrow('was upgraded by a newer version of Blocktally');
});

test('a database with unknown migrations is refused and stays unchanged', async () => {
  await base.db.execute(sql`update drizzle.__drizzle_migrations set created_at = created_at - 1`);
  const before = await tables();
  addMigration(folder, ...GOOD);
  const upgrade = migrateDatabase(base.url, folder);
  await expect(upgrade).rejects.toThrow('a schema that no release of Blocktally made');
  expect(await tables()).toEqual(before);
});

test('a failed upgrade leaves the database unchanged, and the previous version still works', async () => {
  const key = await createTestKey(base.db);
  const before = await tables();
  addMigration(folder, ...GOOD);
  addMigration(folder, ...BAD);
  await expect(migrateDatabase(base.url, folder)).rejects.toThrow();
  expect(await tables()).toEqual(before);
  await migrateDatabase(base.url, OWN);
  expect((await createTestKey(base.db, { merchantId: key.merchantId })).merchantId).toBe(
    key.merchantId,
  );
});

test('if an upgrade loses its connection and cannot open another, it fails with the reason', async () => {
  addMigration(
    folder,
    '9999_ended',
    `do $$ begin
      while (select datallowconn from pg_database where datname = current_database()) loop
        perform pg_sleep(0.01);
      end loop;
      perform pg_terminate_backend(pg_backend_pid());
    end $$;`,
  );
  const name = new URL(base.url).pathname.slice(1);
  const close = () =>
    runAdminStatement(inject('postgresUrl'), `alter database ${name} allow_connections off`);
  let closed = Promise.resolve();
  const upgrade = migrateDatabase(base.url, folder, () => {
    closed = close();
  });
  await expect(upgrade).rejects.toThrow(/cannot be used: it .* \((?:57P01|CONNECTION_CLOSED)\)/);
  await closed;
});

test('if several servers start together on an older database, it is upgraded only once', async () => {
  addMigration(folder, ...GOOD);
  await Promise.all([1, 2, 3].map(() => migrateDatabase(base.url, folder)));
  expect(await tables()).toContain('upgrade_one');
});

test('an upgrade waits for an open transaction, which still commits', async () => {
  addMigration(folder, '9999_column', 'alter table merchant add column note text;');
  const { merchantId } = await createTestKey(base.db);
  let upgrade: Promise<void> | undefined;
  await base.db.transaction(async (tx) => {
    await tx.execute(sql`update merchant set name = 'Renamed' where id = ${merchantId}`);
    upgrade = migrateDatabase(base.url, folder);
    await waitForLockWaiters('the upgrade waits', base.db);
    await tx.execute(sql`update merchant set name = name || ' twice' where id = ${merchantId}`);
  });
  await upgrade;
  const rows = await base.db.execute(sql`select name, note from merchant`);
  expect([...rows]).toEqual([{ name: 'Renamed twice', note: null }]);
});

const PAYMENTS = 100_000;
const FIRST = '2026-01-01T00:00:00Z';
const idOf = (n: number) => `pay_${String(n).padStart(22, '0')}`;

/** Rewrites every payment, as the most expensive migrations do. */
const NEXT = `alter table payment add column upgraded_at timestamptz;--> statement-breakpoint
update payment set upgraded_at = created_at;`;

/** 0.1.0 has the baseline as its only migration. */
async function installFirstRelease(): Promise<void> {
  await base.db.execute(sql`drop schema public cascade`);
  await base.db.execute(sql`drop schema drizzle cascade`);
  await base.db.execute(sql`create schema public`);
  keepMigrationsUpTo(folder, '0000_baseline');
  await migrateDatabase(base.url, folder);
}

/** Stores payments as 0.1.0 does: one a minute, every second one confirmed. */
async function storePayments(apiKey: string, wallet: WalletFacts): Promise<void> {
  const { canonical, kind, fingerprint, template, firstAddresses } = wallet;
  await base.db.execute(sql`
    with m as (insert into merchant (id, name, created_at) values ('mer_1', 'Shop', ${FIRST})),
    w as (
      insert into wallet (id, network, descriptor, fingerprint, kind, template, first_addresses,
        created_at)
      values ('wal_1', 'regtest', ${canonical}, ${fingerprint}, ${kind}, ${template},
        string_to_array(${firstAddresses.join(' ')}, ' '), ${FIRST})
    ),
    mw as (
      insert into merchant_wallet (merchant_id, wallet_id, name, created_at)
      values ('mer_1', 'wal_1', 'Main', ${FIRST})
    ),
    k as (
      insert into api_key (id, merchant_id, wallet_id, network, name, created_at)
      values ('key_1', 'mer_1', 'wal_1', 'regtest', 'Till', ${FIRST})
    )
    insert into api_key_secret (id, api_key_id, hash, prefix, created_at)
    values ('sec_1', 'key_1', ${hashKey(apiKey)}, 'btly_reg', ${FIRST})`);
  await base.db.execute(sql`
    insert into payment (id, checkout_id, api_key_id, network, address, script, holds_address,
      amount_sats, tolerance_ppm, required_sats, required_confirmations, reference, status,
      received_sats, created_at, expires_at, updated_at, confirmed_at, expired_at)
    select 'pay_' || lpad(n::text, 22, '0'), 'co_' || lpad(n::text, 22, '0'), 'key_1', 'regtest', 'address ' || n,
      encode(sha256(n::text::bytea), 'hex'), false, 50000, 0, 50000, 3, 'order-' || n,
      case when paid then 'confirmed' else 'expired' end, case when paid then 50000 else 0 end,
      at, at + interval '1 hour', at, case when paid then at end, case when paid then null else at end
    from generate_series(1, ${PAYMENTS}) n,
      lateral (select n % 2 = 0, ${FIRST}::timestamptz + n * interval '1 minute') t(paid, at)`);
}

test('after an upgrade from 0.1.0, the API reads 100,000 payments and creates more', async () => {
  await installFirstRelease();
  const key = newApiKey('regtest');
  const wallet = await parseWalletInput({
    network: 'regtest',
    descriptor: randomDescriptor('regtest'),
  });
  await storePayments(key, wallet);
  await sealRows(base.db);
  rmSync(folder, { recursive: true });
  folder = copyMigrations();
  addMigration(folder, '9999_next', NEXT);
  await migrateDatabase(base.url, folder);

  const call = createTestApi(base).call;
  const from = Date.parse(FIRST) / 1_000;
  const list = async (filter: string) => {
    const query = `from=${from}&to=${from + PAYMENTS * 60}&filter=${filter}&limit=1`;
    return (await call({ path: `/v1/btc/payments?${query}`, key })).json;
  };
  expect(await list('all')).toMatchObject({
    data: [{ id: idOf(PAYMENTS), status: 'confirmed', received_sats: 50_000 }],
    pagination: { total: PAYMENTS },
  });
  expect((await list('verified')).pagination.total).toBe(PAYMENTS / 2);
  const one = await call({ path: `/v1/btc/payments/${idOf(4711)}`, key });
  expect(one.json).toMatchObject({ reference: 'order-4711', status: 'expired' });
  const body = { amount_sats: 20_000 };
  const created = await call({ path: '/v1/btc/payments', key, body });
  expect([created.status, created.json.address]).toEqual([201, wallet.firstAddresses[0]]);
});
