import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { migrateDatabase } from '@/db/migrate';
import { webhookEndpoint, webhookHost } from '@/db/schema/endpoints';
import { output } from '@/db/schema/payments';
import { sandboxOutput } from '@/db/schema/sandbox';
import { delivery } from '@/db/schema/webhooks';
import { endpointId } from '@/lib/webhooks/endpoint-id';
import { createTestDatabase, type TestDatabase } from '@/test/support/database';
import { createTestKey } from '@/test/support/factories';
import { maintain } from '@/test/support/new-database';
import { copyMigrations, migrateBackTo } from '@/test/support/older-database';

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

/** Adds migrations, as a newer version does. */
function release(...migrations: [tag: string, statements: string][]): void {
  const file = path.join(folder, 'meta', '_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8'));
  for (const [tag, statements] of migrations) {
    const last = journal.entries.at(-1);
    journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag });
    writeFileSync(path.join(folder, `${tag}.sql`), statements);
  }
  writeFileSync(file, JSON.stringify(journal));
}

const goBackTo = (tag: string) => migrateBackTo(base, folder, tag);

const tables = async () => {
  const rows = await base.db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by tablename`,
  );
  return rows.map(({ name }) => name);
};

const GOOD: [string, string] = ['9998_good', 'create table upgrade_one (id int);'];
const BAD: [string, string] = ['9999_bad', 'create table upgrade_two (id int references nothing);'];

test('an older version refuses a database that a newer one has upgraded', async () => {
  release(GOOD);
  await migrateDatabase(base.url, folder);
  const older = migrateDatabase(base.url, path.resolve('db/migrations'));
  await expect(older).rejects.toThrow('was upgraded by a newer version of Blocktally');
});

test('a failed upgrade leaves the database unchanged, and the previous version still works with it', async () => {
  const key = await createTestKey(base.db);
  const before = await tables();
  release(GOOD, BAD);
  await expect(migrateDatabase(base.url, folder)).rejects.toThrow();
  expect(await tables()).toEqual(before);
  await migrateDatabase(base.url, path.resolve('db/migrations'));
  expect((await createTestKey(base.db, { merchantId: key.merchantId })).merchantId).toBe(
    key.merchantId,
  );
});

test('an upgrade that loses its connection fails with the reason, also when the database then lets nobody in', async () => {
  release([
    '9999_ended',
    `do $$ begin
      while (select datallowconn from pg_database where datname = current_database()) loop
        perform pg_sleep(0.01);
      end loop;
      perform pg_terminate_backend(pg_backend_pid());
    end $$;`,
  ]);
  const name = new URL(base.url).pathname.slice(1);
  const close = () =>
    maintain(inject('postgresUrl'), `alter database ${name} allow_connections off`);
  let closed = Promise.resolve();
  const upgrade = migrateDatabase(base.url, folder, () => {
    closed = close();
  });
  await expect(upgrade).rejects.toThrow(/cannot be used: it .* \((?:57P01|CONNECTION_CLOSED)\)/);
  await closed;
});

test('servers that start together on an older database upgrade it once', async () => {
  release(GOOD);
  await Promise.all([1, 2, 3].map(() => migrateDatabase(base.url, folder)));
  expect(await tables()).toContain('upgrade_one');
});

test('an upgrade keeps the rows of a renamed table', async () => {
  await goBackTo('0001_payment-counts');
  const txid = 'ab'.repeat(32);
  await base.db.execute(sql`insert into sandbox_coin (txid, vout, sats, height, coinbase)
    values (${txid}, 1, 5000, 7, true)`);
  await migrateDatabase(base.url, path.resolve('db/migrations'));
  expect(await base.db.select().from(sandboxOutput)).toEqual([
    { txid, vout: 1, sats: 5000, height: 7, coinbase: true, spentBy: null },
  ]);
});

test('a payment that was detected again before the upgrade, after its money was lost, is confirmed again', async () => {
  await goBackTo('0003_audit-action');
  const again = ['payment.confirmed', 'payment.detected'];
  const reorged = ['payment.detected', 'payment.confirmed'];
  await base.db.transaction(async (tx) => {
    // The rows of keys and merchants do not matter here, and foreign keys are not checked.
    await tx.execute(sql`set local session_replication_role = replica`);
    for (const [id, types] of Object.entries({ again, reorged })) {
      await tx.execute(sql`insert into payment (id, checkout_id, api_key_id, network, address,
          script, amount_sats, tolerance_ppm, required_sats, required_confirmations, status,
          announced_txid, created_at, expires_at, updated_at)
        values (${id}, ${id}, 'key', 'regtest', ${id}, ${id}, 1000, 0, 1000, 1, 'detected', 'tx',
          now(), now(), now())`);
      for (const [n, type] of types.entries()) {
        await tx.execute(sql`insert into webhook_event
            (id, payment_id, type, sequence, txid, body, created_at)
          values (${`${id} ${n}`}, ${id}, ${type}, ${n + 1}, 'tx', '{}', now())`);
      }
    }
  });
  await migrateDatabase(base.url, path.resolve('db/migrations'));
  const rows = await base.db.execute(sql`select id, announced_txid from payment order by id`);
  expect([...rows]).toEqual([
    { id: 'again', announced_txid: null },
    { id: 'reorged', announced_txid: 'tx' },
  ]);
});

test('an upgrade lists the events so far, those of a payment in their order', async () => {
  await goBackTo('0015_payment-extras');
  await base.db.transaction(async (tx) => {
    // The rows of keys and merchants do not matter here, and foreign keys are not checked.
    await tx.execute(sql`set local session_replication_role = replica`);
    for (const id of ['a', 'b']) {
      await tx.execute(sql`insert into payment (id, checkout_id, api_key_id, network, address,
          script, amount_sats, tolerance_ppm, required_sats, required_confirmations, status,
          created_at, expires_at, updated_at)
        values (${id}, ${id}, 'key', 'regtest', ${id}, ${id}, 1000, 0, 1000, 1, 'confirmed',
          now(), now(), now())`);
    }
    // The clock of the process that wrote a's second event was slow.
    await tx.execute(sql`insert into webhook_event
        (id, payment_id, type, sequence, txid, body, created_at)
      values ('a2', 'a', 'payment.confirmed', 2, 'tx', '{}', '2026-01-01'),
        ('b1', 'b', 'payment.confirmed', 1, 'tx', '{}', '2026-01-03'),
        ('a1', 'a', 'payment.detected', 1, 'tx', '{}', '2026-01-02')`);
  });
  await migrateDatabase(base.url, path.resolve('db/migrations'));
  const rows = await base.db.execute<{ event_id: string; api_key_id: string }>(
    sql`select event_id, api_key_id from unlisted_event order by entry`,
  );
  expect(rows.map(({ event_id, api_key_id }) => [event_id, api_key_id])).toEqual([
    ['a1', 'key'],
    ['a2', 'key'],
    ['b1', 'key'],
  ]);
});

test('an upgrade gives every merchant the breakers of the hosts that it sends to, and its endpoints', async () => {
  await goBackTo('0003_audit-action');
  await base.db.transaction(async (tx) => {
    // Rows of keys and deliveries alone, without those that they refer to.
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`insert into merchant (id, name, created_at)
      values ('mer_a', 'A', now()), ('mer_b', 'B', now())`);
    await tx.execute(sql`insert into api_key (id, merchant_id, wallet_id, network, name, created_at)
      select 'key_' || m, 'mer_' || m, 'wal', 'regtest', m, now() from unnest('{a,b}'::text[]) m`);
    await tx.execute(sql`insert into webhook_host (host, failures, open_until)
      values ('shared:80', 5, '2026-01-01'), ('own:80', 2, null), ('unused:80', 1, null)`);
    await tx.execute(sql`
      insert into delivery (id, event_id, payment_id, api_key_id, event_type, sequence, url, host,
        next_attempt_at, started_at, created_at)
      select 'dlv' || n, 'evt' || n, 'pay' || n, 'key_' || key, 'payment.detected', 1, 'http://x', host,
        now(), now(), now()
      from (values (1, 'a', 'shared:80'), (2, 'a', 'shared:80'), (3, 'b', 'shared:80'),
        (4, 'b', 'own:80')) as made(n, key, host)`);
  });
  await migrateDatabase(base.url, path.resolve('db/migrations'));
  const { merchantId, host, failures } = webhookHost;
  expect(
    await base.db
      .select({ merchantId, host, failures })
      .from(webhookHost)
      .orderBy(merchantId, host),
  ).toEqual([
    { merchantId: 'mer_a', host: 'shared:80', failures: 5 },
    { merchantId: 'mer_b', host: 'own:80', failures: 2 },
    { merchantId: 'mer_b', host: 'shared:80', failures: 5 },
  ]);
  expect(
    await base.db
      .select({ id: delivery.id, merchantId: delivery.merchantId })
      .from(delivery)
      .orderBy(delivery.id),
  ).toEqual([
    { id: 'dlv1', merchantId: 'mer_a' },
    { id: 'dlv2', merchantId: 'mer_a' },
    { id: 'dlv3', merchantId: 'mer_b' },
    { id: 'dlv4', merchantId: 'mer_b' },
  ]);
  expect(
    await base.db
      .select({ merchantId: webhookEndpoint.merchantId, url: webhookEndpoint.url })
      .from(webhookEndpoint)
      .orderBy(webhookEndpoint.merchantId),
  ).toEqual([
    { merchantId: 'mer_a', url: 'http://x' },
    { merchantId: 'mer_b', url: 'http://x' },
  ]);
  const [added] = await base.db.execute<{ same: boolean }>(sql`
    select bool_and(id = ${endpointId(webhookEndpoint.merchantId, webhookEndpoint.url)}) as same
    from ${webhookEndpoint}`);
  expect(added?.same).toBe(true);
});

test('an upgrade copies to each output when its transaction was seen, its block, and whether it is gone', async () => {
  await goBackTo('0003_audit-action');
  const [confirmed, gone] = ['ab'.repeat(32), 'cd'.repeat(32)];
  await base.db.execute(sql`insert into merchant values ('mer_1', 'Shop', now())`);
  await base.db.execute(sql`insert into wallet values ('wal_1', 'regtest', 'd', 'f', 0, now())`);
  await base.db.execute(sql`insert into api_key (id, merchant_id, wallet_id, network, name, created_at)
    values ('key_1', 'mer_1', 'wal_1', 'regtest', 'Key', now())`);
  await base.db.execute(sql`insert into payment (id, checkout_id, api_key_id, network, address, script,
      amount_sats, tolerance_ppm, required_sats, required_confirmations, created_at, expires_at, updated_at)
    values ('pay_1', 'co_1', 'key_1', 'regtest', 'a', '00', 1000, 0, 1000, 3, now(), now(), now())`);
  await base.db.execute(sql`insert into transaction (network, txid, height, first_seen_at, gone, spends)
    values ('regtest', ${confirmed}, 7, '2026-03-01T12:00:00Z', false, '{}'),
      ('regtest', ${gone}, null, '2026-03-01T12:00:01Z', true, '{}')`);
  await base.db.execute(sql`insert into output (network, txid, vout, payment_id, sats)
    values ('regtest', ${confirmed}, 1, 'pay_1', 600), ('regtest', ${gone}, 0, 'pay_1', 400)`);
  await migrateDatabase(base.url, path.resolve('db/migrations'));
  expect(await base.db.select().from(output).orderBy(output.firstSeenAt)).toMatchObject([
    { txid: confirmed, height: 7, gone: false, firstSeenAt: new Date('2026-03-01T12:00:00Z') },
    { txid: gone, height: null, gone: true, firstSeenAt: new Date('2026-03-01T12:00:01Z') },
  ]);
});
