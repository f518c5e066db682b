import { and, asc, desc, eq, gte, lt, ne, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { payment, paymentCount } from '@/db/schema/payments';
import { Problem } from '@/lib/domain/problems';
import { toSats } from '@/lib/domain/sats';
import { cancelPayment } from '@/lib/payments/cancel-payment';
import { expirePayments } from '@/lib/payments/expire-payments';
import { insertPayment, insertPayments } from '@/lib/payments/insert-payments';
import { type ListRequest, listPayments } from '@/lib/payments/views/list-payments';
import { LIST_FILTERS } from '@/lib/payments/views/payment-filter';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey, type TestKey } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { draftFor, PLAIN_TERMS } from '@/test/support/plain-terms';
import { seededRandom } from '@/test/support/random';
import { sealRows } from '@/test/support/seals';

const SEED = process.env.SEED ?? 'payment counts';
const BEGIN = Date.parse('2026-03-01T00:20:00Z') / 1_000;
const SPAN_SECONDS = 7 * 3_600;

const base = await openForTestFile(createTestDatabase());
const keys = await Promise.all([createTestKey(base.db), createTestKey(base.db)]);

beforeAll(async () => {
  for (const key of keys) await seed(key, 2_000);
});

const chance = seededRandom(SEED);
const random = (bound: number) => chance.int(0, bound - 1);
const { pick } = chance;

/** Payments over seven hours, many within the same second, a third of them confirmed. */
async function seed(key: TestKey, count: number): Promise<void> {
  const { apiKeyId } = key.actor;
  await base.db.execute(sql`
    insert into payment (id, checkout_id, api_key_id, network, address, script, holds_address,
      amount_sats, tolerance_ppm, required_sats, required_confirmations, status, created_at,
      expires_at, updated_at)
    select 'pay_' || ${apiKeyId}::text || n, 'co_' || ${apiKeyId}::text || n, ${apiKeyId}, 'regtest', 'a' || n,
      ${apiKeyId}::text || n, false, 1000, 0, 1000, 3, case n % 3 when 0 then 'confirmed' else 'expired' end,
      at, at, at
    from (
      select n, to_timestamp(${BEGIN} + (n * 7919) % ${SPAN_SECONDS}) as at from generate_series(1, ${count}) n
    ) as spread`);
  await sealRows(base.db);
}

async function naively(key: TestKey, { from, to, filter, limit, offset }: ListRequest) {
  const matching = and(
    eq(payment.apiKeyId, key.actor.apiKeyId),
    gte(payment.createdAt, new Date(from * 1_000)),
    lt(payment.createdAt, new Date((to + 1) * 1_000)),
    filter === 'verified' ? eq(payment.status, 'confirmed') : undefined,
    filter === 'unverified' ? ne(payment.status, 'confirmed') : undefined,
  );
  const order = [desc(payment.createdAt), asc(payment.id)];
  const rows = await base.db
    .select({ id: payment.id })
    .from(payment)
    .where(matching)
    .orderBy(...order);
  return { ids: rows.slice(offset, offset + limit).map(({ id }) => id), total: rows.length };
}

test('the pages and totals of the payment list equal the results of a query over all rows', async () => {
  for (let n = 0; n < 200; n += 1) {
    const from = BEGIN - 600 + random(SPAN_SECONDS);
    const request: ListRequest = {
      from: pick([from, Math.floor(from / 3_600) * 3_600, 0]),
      to: from + random(pick([10, 4_000, SPAN_SECONDS])),
      filter: pick(LIST_FILTERS),
      limit: 1 + random(100),
      offset: random(pick([1, 50, 2_100])),
    };
    const key = pick(keys);
    const page = await listPayments(base.db, key.actor, request);
    expect(
      { ids: page.payments.map(({ row }) => row.id), total: page.total },
      JSON.stringify(request),
    ).toEqual(await naively(key, request));
    const last = page.payments.at(-1)?.row;
    if (!last) continue;
    const next = await listPayments(base.db, key.actor, { ...request, offset: 0, after: last });
    const offset = request.offset + page.payments.length;
    expect(
      { ids: next.payments.map(({ row }) => row.id), total: next.total },
      `after the page of ${JSON.stringify(request)}`,
    ).toEqual(await naively(key, { ...request, offset }));
    expect(next.hasMore).toBe(offset + next.payments.length < next.total);
  }
});

const TERMS = {
  ...PLAIN_TERMS,
  amount: toSats(1_000),
  expiresInSeconds: 300,
};

/** A concurrent change can make a cancellation fail. */
function ignoreNotCancelable(error: unknown): void {
  if (!(error instanceof Problem && error.code === 'payment_not_cancelable')) throw error;
}

function change(key: TestKey): Promise<unknown> {
  const { db } = base;
  const now = new Date((BEGIN + random(SPAN_SECONDS)) * 1_000);
  const some = sql`${payment.id} in (select id from payment where api_key_id = ${key.actor.apiKeyId}
    order by md5(id || ${String(random(1e9))}) limit ${1 + random(20)} for update skip locked)`;
  const kinds: readonly (() => Promise<unknown>)[] = [
    () => insertPayment(db, key.actor, { draft: draftFor(key, TERMS, now) }),
    async () => {
      const draft = draftFor(key, TERMS, now);
      await insertPayment(db, key.actor, { draft });
      await cancelPayment(db, key.actor, draft.id, now).catch(ignoreNotCancelable);
    },
    () => db.update(payment).set({ status: 'confirmed' }).where(some),
    () => db.update(payment).set({ status: 'detected' }).where(some),
    () => db.update(payment).set({ createdAt: now }).where(some),
    () => expirePayments(db, new Date()),
    () => db.delete(payment).where(and(some, eq(payment.status, 'expired'))),
    () =>
      db
        .transaction(async (tx) => {
          await insertPayments(tx, key.actor, [{ draft: draftFor(key, TERMS, now) }]);
          await tx.update(payment).set({ status: 'confirmed' }).where(some);
          throw new Error('undone');
        })
        .catch(() => undefined),
  ];
  return pick(kinds)();
}

test('after concurrent changes of all kinds, the stored counts equal count(*)', async () => {
  for (let round = 0; round < 10; round += 1) {
    await Promise.all(Array.from({ length: 30 }, () => change(pick(keys))));
  }
  const hour = sql<string>`date_trunc('hour', ${payment.createdAt}, 'UTC')::text`;
  const counted = await base.db
    .select({
      apiKeyId: payment.apiKeyId,
      hour,
      created: sql`count(*)`.mapWith(Number),
      verified: sql`count(*) filter (where ${payment.status} = 'confirmed')`.mapWith(Number),
    })
    .from(payment)
    .groupBy(payment.apiKeyId, sql`2`)
    .orderBy(payment.apiKeyId, sql`2`);
  const of = (kind: string) =>
    sql`coalesce(sum(${paymentCount.payments}) filter (where ${paymentCount.kind} = ${kind}), 0)`.mapWith(
      Number,
    );
  const kept = await base.db
    .select({
      apiKeyId: paymentCount.apiKeyId,
      hour: sql<string>`${paymentCount.hour}::text`,
      created: of('created'),
      verified: of('verified'),
    })
    .from(paymentCount)
    .groupBy(paymentCount.apiKeyId, paymentCount.hour)
    .having(sql`bool_or(${paymentCount.payments} <> 0)`)
    .orderBy(paymentCount.apiKeyId, sql`2`);
  expect(kept).toEqual(counted);
});
