import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { exportPayments } from '@/lib/payments/views/export-payments';
import { listPayments } from '@/lib/payments/views/list-payments';
import type { ListFilter } from '@/lib/payments/views/payment-filter';
import { searchPayments } from '@/lib/payments/views/search-payments';
import { createTestKey, type TestKey } from '@/test/support/factories';
import type { TestDatabase } from '@/test/support/new-database';
import type { Bench, Measurement } from './support/bench';
import { openQueryTimer, type QueryTimer } from './support/explain';
import { interleave } from './support/interleave';
import { seedPayments } from './support/seed';
import { summarizeRatios, toSpread } from './support/spread';
import { checkUnder } from './support/target';

const DAYS = 90;
const LIMIT_MS = 50;

export const paymentListBench: Bench = {
  name: 'lists',
  about: 'first page, deep page, totals, search and export at 1.1 million payments in one key',
  async run(context) {
    const base = await context.place.database();
    const key = await createTestKey(base.db);
    const count = context.tiny ? 3_000 : 1_100_000;
    await seedPayments(base.db, key, { count, seconds: DAYS * 86_400, open: false, priced: true });
    await base.db.execute('vacuum analyze payment');
    await base.db.execute('vacuum analyze payment_count');
    const explainer = openQueryTimer(base.url);
    const rounds = context.tiny ? 1 : 5;
    const measurements = [
      ...(await pages(explainer, key, count, rounds)),
      await searched(explainer, key, rounds),
      await exported(base, key, count, context.tiny ? 1 : 3),
    ];
    await explainer.close();
    await base.drop();
    return measurements;
  },
};

async function pages(
  explainer: QueryTimer,
  key: TestKey,
  count: number,
  rounds: number,
): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  let slowest: readonly number[] = [];
  for (const [what, offset, filter] of [
    ['first page with its total', 0, 'all'],
    ['page in the middle with its total', Math.floor(count / 2), 'all'],
    ['last page with its total', count - 60, 'all'],
    ['deep page of confirmed payments with its total', Math.floor(count * 0.6), 'verified'],
    ['deep page of unconfirmed payments with its total', Math.floor(count * 0.25), 'unverified'],
  ] as const) {
    const { ours, plain } = await interleave(rounds, {
      ours: () => explainer.databaseMs((db) => page(db, key, offset, filter)),
      plain: () => explainer.databaseMs((db) => plainPage(db, key, offset, filter)),
    });
    if (toSpread(ours).median > (toSpread(slowest).median || 0)) slowest = ours;
    measurements.push({
      what: `${what}, database time`,
      unit: 'ms',
      value: toSpread(ours),
      floor: {
        what: 'an index scan in plain SQL, without the total',
        value: toSpread(plain),
      },
      ratio: summarizeRatios(ours, plain),
    });
  }
  const counts = await interleave(rounds, {
    plain: () => explainer.databaseMs((db) => plainCount(db, key, count)),
  });
  const value = toSpread(slowest);
  const worst = {
    what: `the slowest page of a list of ${count.toLocaleString('en')} payments, with its exact total`,
    unit: 'ms',
    value,
    floor: { what: 'counting alone', value: toSpread(counts.plain) },
    ratio: summarizeRatios(slowest, counts.plain),
    target: checkUnder(LIMIT_MS, 'ms', value.median),
  };
  return [worst, ...measurements];
}

function page(db: Db, key: TestKey, offset: number, filter: ListFilter) {
  const now = Math.floor(Date.now() / 1_000);
  const range = { from: now - 2 * DAYS * 86_400, to: now };
  return listPayments(db, key.actor, { ...range, filter, limit: 50, offset });
}

async function plainPage(db: Db, key: TestKey, offset: number, filter: ListFilter): Promise<void> {
  const status = {
    all: sql``,
    verified: sql`and status = 'confirmed'`,
    unverified: sql`and status <> 'confirmed'`,
  }[filter];
  const rows = await db.execute(sql`
    select id from payment where api_key_id = ${key.actor.apiKeyId} ${status}
    order by created_at desc, id limit 50 offset ${offset}`);
  if (rows.length !== 50) throw new Error('a page in plain SQL is not full');
}

async function plainCount(db: Db, key: TestKey, count: number): Promise<void> {
  const [row] = await db.execute<{ count: string }>(
    sql`select count(*) from payment where api_key_id = ${key.actor.apiKeyId}`,
  );
  if (Number(row?.count) !== count) throw new Error('the count in plain SQL is wrong');
}

async function searched(explainer: QueryTimer, key: TestKey, rounds: number): Promise<Measurement> {
  const page = { limit: 50, offset: 0 };
  const { ours, plain } = await interleave(rounds, {
    ours: () =>
      explainer.databaseMs((db) => searchPayments(db, ownerOf(key), { text: '€9.90' }, page)),
    plain: () => explainer.databaseMs((db) => plainSearch(db, key)),
  });
  const value = toSpread(ours);
  return {
    what: 'a search for a price, with its total, database time',
    unit: 'ms',
    value,
    floor: {
      what: 'the same price in plain SQL, without the total',
      value: toSpread(plain),
    },
    ratio: summarizeRatios(ours, plain),
    target: checkUnder(LIMIT_MS, 'ms', value.median),
  };
}

async function plainSearch(db: Db, key: TestKey): Promise<void> {
  const rows = await db.execute(sql`
    select id from payment where api_key_id = ${key.actor.apiKeyId} and price is not null
      and (price ->> 'amount')::numeric = 9.90 and price ->> 'currency' = 'EUR'
    order by created_at desc, id limit 50`);
  if (rows.length === 0) throw new Error('no payment has the price that is searched for');
}

const ownerOf = (key: TestKey) => ({
  userId: 'usr_bench',
  kind: 'member' as const,
  sessionId: 'ses_bench',
  merchantId: key.actor.merchantId,
  role: 'owner' as const,
});

async function exported(
  base: TestDatabase,
  key: TestKey,
  count: number,
  rounds: number,
): Promise<Measurement> {
  const actor = ownerOf(key);
  const perSecond = async (work: () => Promise<unknown>) => {
    const began = performance.now();
    await work();
    return (count * 1_000) / (performance.now() - began);
  };
  const { ours, plain } = await interleave(rounds, {
    ours: () => perSecond(() => exportPayments(base.db, actor, {}, async () => undefined)),
    plain: () => perSecond(() => readAll(base.db, key, count)),
  });
  return {
    what: 'payments exported',
    unit: 'a second',
    value: toSpread(ours),
    floor: {
      what: 'plain SQL by the same index, 1,000 rows at a time',
      value: toSpread(plain),
    },
    ratio: summarizeRatios(ours, plain),
  };
}

/**
 * Reads all payments in plain SQL, for comparison with the export. With a cursor, it needs as
 * little memory as the export does.
 */
async function readAll(db: Db, key: TestKey, count: number): Promise<void> {
  let read = 0;
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      declare every no scroll cursor for select * from payment
      where api_key_id = ${sql.raw(`'${key.actor.apiKeyId}'`)} order by created_at desc, id`);
    for (;;) {
      const rows = await tx.execute(sql`fetch 1000 from every`);
      read += rows.length;
      if (rows.length === 0) break;
    }
  });
  if (read !== count) throw new Error(`plain SQL read ${read} of ${count} payments`);
}
