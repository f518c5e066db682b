import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '@/db/client';
import type { Member } from '@/lib/domain/actor';
import { readHome } from '@/lib/payments/views/home';
import { searchPayments } from '@/lib/payments/views/search-payments';
import { searchDeliveries } from '@/lib/webhooks/delivery/views/search-deliveries';
import { failingEndpoints } from '@/lib/webhooks/endpoints/failing-endpoints';
import { createTestActor } from '@/test/support/actor';
import { createTestKey } from '@/test/support/factories';
import { NO_CHAIN_SETTINGS as kinds } from '@/test/support/no-chain-settings';
import { type Outbox, openOutbox } from '@/test/support/outbox';
import { countRowsRead } from '@/test/support/rows-read';
import { sealRows } from '@/test/support/seals';
import { until } from '@/test/support/wait';

const COPIES = 5_000;
const LIMIT = 10;

let outbox: Outbox;
let db: Db;
let owner: Member;
let delivered: Awaited<ReturnType<Outbox['delivery']>>;

beforeAll(async () => {
  outbox = await openOutbox();
  db = outbox.base.db;
  owner = await createTestActor(db, outbox.key.merchantId, 'owner');
  const other = await createTestKey(db, { merchantId: outbox.key.merchantId });
  const payments = [
    await outbox.announceNew('https://shop.example/hook'),
    await outbox.announceNew('https://shop.example/hook', other),
  ];
  const [first] = payments;
  if (!first) throw new Error('there are two');
  delivered = await outbox.delivery(first);
  await db.execute(sql`
    insert into payment
    select copy.* from payment p, generate_series(1, ${COPIES}::int) n,
      jsonb_populate_record(p, jsonb_build_object('id', p.id || n, 'checkout_id', p.checkout_id || n,
        'script', p.script || n, 'status', 'confirmed', 'holds_address', false,
        'created_at', p.created_at - n * interval '1 second')) copy`);
  await db.execute(sql`
    insert into delivery
    select copy.* from delivery d, generate_series(1, ${COPIES}::int) n,
      jsonb_populate_record(d, jsonb_build_object('id', d.id || n, 'payment_id', d.payment_id || n,
        'status', 'delivered', 'next_attempt_at', null, 'attempt', 2, 'last_error', 'Refused at first.',
        'created_at', d.created_at - n * interval '1 second')) copy`);
  await sealRows(db);
  await until('an index alone tells what is there', vacuumed);
});
afterAll(() => outbox.close());

/** Returns whether the visibility map is complete. An older open snapshot keeps it incomplete. */
async function vacuumed(): Promise<boolean> {
  await db.execute(sql`vacuum analyze payment, delivery`);
  const left = await db.execute(sql`
    select from pg_class where relname in ('payment', 'delivery') and relallvisible < relpages`);
  return left.length === 0;
}

async function rowsRead(table: 'payment' | 'delivery', work: (tx: Db) => Promise<unknown>) {
  return db.transaction(async (tx) => {
    // In a larger table, in which most rows belong to other merchants, PostgreSQL would choose the
    // index.
    await tx.execute(sql`set local enable_seqscan = off`);
    return countRowsRead(tx, table, () => work(tx));
  });
}

test('reading a page at the end of a long payment list reads few payment rows', async () => {
  const page = { limit: LIMIT, offset: 2 * COPIES - LIMIT };
  const read = await rowsRead('payment', async (tx) => {
    const { payments, total } = await searchPayments(tx, owner, {}, page);
    expect(payments).toHaveLength(LIMIT);
    expect(total).toBe(2 * COPIES + 2);
  });
  expect(read).toBeLessThan(5 * LIMIT);
});

test('counting the payments of a network reads no payment rows', async () => {
  const read = await rowsRead('payment', async (tx) => {
    const page = { limit: LIMIT, offset: 0 };
    const { total } = await searchPayments(tx, owner, { network: 'regtest' }, page);
    expect(total).toBe(2 * COPIES + 2);
  });
  expect(read).toBeLessThan(5 * LIMIT);
});

test('Home reads few rows, however many payments and deliveries there are', async () => {
  const home = (tx: Db) => readHome(tx, owner, { kinds }, outbox.clock());
  expect(await rowsRead('payment', home)).toBeLessThan(200);
  expect(await rowsRead('delivery', home)).toBeLessThan(200);
});

test('the search for detected payments uses a partial index', async () => {
  const plan = await db.execute(sql`
    explain select sum(received_sats) from payment
    where api_key_id in (${outbox.key.id}) and status = 'detected' and received_sats > 0`);
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('payment_to_confirm');
});

test('failing endpoints are found without reading successful deliveries', async () => {
  const read = await rowsRead('delivery', (tx) => failingEndpoints(tx, owner, outbox.clock()));
  expect(read).toBeLessThan(50);
});

test('a delivery is found by its id, event id or payment id without reading other deliveries', async () => {
  const { id, eventId, paymentId } = delivered;
  for (const text of [id, eventId, paymentId]) {
    const read = await rowsRead('delivery', async (tx) => {
      const page = await searchDeliveries(tx, owner, { text }, { limit: LIMIT, offset: 0 });
      expect(page.deliveries.map((one) => one.id)).toEqual([id]);
    });
    expect(read, text).toBeLessThan(50);
  }
});
