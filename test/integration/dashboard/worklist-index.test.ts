import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { payment } from '@/db/schema/payments';
import { PAYMENT_FLAGS, PAYMENT_STATUSES } from '@/lib/domain/payment';
import { toSats } from '@/lib/domain/sats';
import { DECISION_REASONS, findDecisionReasons, type InboxReason } from '@/lib/domain/worklist';
import { withSeal } from '@/lib/keys/seal';
import { newPaymentRow, type PaymentRow } from '@/lib/payments/payment-row';
import { exportPayments } from '@/lib/payments/views/export-payments';
import { searchPayments } from '@/lib/payments/views/search-payments';
import { inboxEntriesSql } from '@/lib/payments/views/work-entries';
import { createTestActor } from '@/test/support/actor';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { PLAIN_TERMS } from '@/test/support/plain-terms';

/** One payment for each status, set of flags, and subset of reasons that are marked as done. */
const rows: PaymentRow[] = [];

const base = await openForTestFile(createTestDatabase());
const of = await createTestKey(base.db);
const owner = await createTestActor(base.db, of.merchantId);

beforeAll(async () => {
  for (const status of PAYMENT_STATUSES) {
    for (const flags of subsetsOf(PAYMENT_FLAGS)) {
      const reasons = findDecisionReasons({ status, flags });
      for (const handled of subsetsOf(reasons)) rows.push(rowOf({ status, flags, handled }));
    }
  }
  await base.db.insert(payment).values(rows.map((one) => withSeal('payment', one)));
});

function rowOf(fields: Pick<PaymentRow, 'status' | 'flags' | 'handled'>): PaymentRow {
  const destination = {
    address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
    script: `0014${randomBytes(20).toString('hex')}`,
    walletId: null,
    derivationIndex: null,
    watchFromHeight: 0,
    watchAfterHash: null,
  };
  const terms = { ...PLAIN_TERMS, amount: toSats(1_000) };
  return { ...newPaymentRow(of.actor, terms, destination, new Date()), ...fields };
}

async function listed(workState: 'open' | 'handled', reason: InboxReason) {
  const filter = { workState, workReasons: [reason] };
  const { payments } = await searchPayments(base.db, owner, filter, { limit: 1_000, offset: 0 });
  return payments.map(({ row }) => row.id).sort();
}

it.each(DECISION_REASONS)(
  'the SQL condition for open and closed decisions matches the domain code for %s',
  async (reason) => {
    const having = rows.filter((row) => findDecisionReasons(row).includes(reason));
    const ids = (handled: boolean) =>
      having.filter((row) => row.handled.includes(reason) === handled).map(({ id }) => id);
    expect(await listed('open', reason)).toEqual(ids(false).sort());
    expect(await listed('handled', reason)).toEqual(ids(true).sort());
  },
);

it('an export with an inbox filter has the same payments as the filtered list', async () => {
  const exported: string[] = [];
  await exportPayments(base.db, owner, { workState: 'open' }, async (part) => {
    exported.push(...part.map(({ row }) => row.id));
  });
  const open = rows.filter((row) =>
    findDecisionReasons(row).some((one) => !row.handled.includes(one)),
  );
  expect(exported.sort()).toEqual(open.map(({ id }) => id).sort());
});

it('open decisions are read from a partial index of open decisions', async () => {
  await base.db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    const work = inboxEntriesSql(tx, owner, { state: 'open' });
    const plan = await tx.execute(sql`explain select * from ${work}`);
    const lines = plan.map((row) => row['QUERY PLAN']).join('\n');
    expect(lines).toContain('payment_open_work');
    expect(lines).toContain('delivery_given_up');
  });
});

function subsetsOf<T>(all: readonly T[]): T[][] {
  const [first, ...rest] = all;
  if (first === undefined) return [[]];
  const without = subsetsOf(rest);
  return [...without, ...without.map((set) => [first, ...set])];
}
