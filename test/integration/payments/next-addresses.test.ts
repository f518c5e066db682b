import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { wallet } from '@/db/schema/accounts';
import { payment } from '@/db/schema/payments';
import { deriveReceive } from '@/lib/bitcoin/derive';
import { toSats } from '@/lib/domain/sats';
import { insertCustom } from '@/lib/payments/insert-custom';
import { insertDerived } from '@/lib/payments/insert-derived';
import { insertTogether } from '@/lib/payments/insert-together';
import type { NewPayment } from '@/lib/payments/new-payment';
import { createTestDatabase, type TestDatabase } from '@/test/support/database';
import { createTestKey, type TestKey } from '@/test/support/factories';
import { PLAIN_TERMS } from '@/test/support/plain-terms';

const REQUEST: NewPayment = {
  ...PLAIN_TERMS,
  amount: toSats(1_000),
};

let base: TestDatabase;
let key: TestKey;
beforeAll(async () => {
  base = await createTestDatabase();
});
beforeEach(async () => {
  key = await createTestKey(base.db);
});
afterAll(() => base.drop());

async function create(request = REQUEST) {
  const inserted = await insertTogether(base.db, key.caller, request, new Date());
  if (!('row' in inserted)) throw new Error('nothing was claimed');
  return inserted.row;
}

/** What another process does that creates a payment, as far as this one can see. */
const takeElsewhere = (index: number) =>
  base.db
    .update(wallet)
    .set({ nextIndex: index + 1 })
    .where(eq(wallet.id, key.caller.walletId));

const stored = () =>
  base.db
    .select({ index: payment.derivationIndex, address: payment.address, script: payment.script })
    .from(payment)
    .where(eq(payment.walletId, key.caller.walletId))
    .orderBy(asc(payment.derivationIndex));

test('payments created at the same time take every index once, each with its own address', async () => {
  const created = await Promise.all(Array.from({ length: 100 }, () => create()));
  const rows = await stored();
  expect(rows.map(({ index }) => index)).toEqual(Array.from({ length: 100 }, (_, n) => n));
  for (const { index, ...destination } of rows) {
    expect(destination).toEqual(
      deriveReceive(key.caller.descriptor, key.caller.network, index ?? -1),
    );
  }
  expect(created.map(({ derivationIndex }) => derivationIndex).sort()).toEqual(
    rows.map(({ index }) => index).sort(),
  );
});

test('an index that another process took meanwhile is not given out again', async () => {
  await create();
  await takeElsewhere(1);
  expect((await create()).derivationIndex).toBe(2);
  await takeElsewhere(50);
  const both = await Promise.all([create(), create()]);
  expect(both.map(({ derivationIndex }) => derivationIndex).sort()).toEqual([51, 52]);
});

test('a wallet that was set back, as by a restored backup, is followed there', async () => {
  await Promise.all([create(), create(), create()]);
  await base.db.delete(payment).where(eq(payment.derivationIndex, 2));
  await takeElsewhere(1);
  expect((await create()).derivationIndex).toBe(2);
});

test('an address that was named as a customer-provided one is left out, also among others', async () => {
  await create();
  const named = deriveReceive(key.caller.descriptor, key.caller.network, 2);
  const destination = { ...named, walletId: null, derivationIndex: null, watchFromHeight: 0 };
  await insertCustom(base.db, key.caller, REQUEST, destination, new Date());
  await Promise.all([create(), create(), create(), create()]);
  expect((await stored()).map(({ index }) => index)).toEqual([0, 1, 3, 4, 5]);
});

test('a payment that cannot be inserted takes no index', async () => {
  await create();
  await expect(create({ ...REQUEST, requiredConfirmations: 9 })).rejects.toThrow();
  expect((await create()).derivationIndex).toBe(1);
});

test('of payments created at the same time only the one that cannot be inserted fails', async () => {
  await create();
  const wrong = { ...REQUEST, requiredConfirmations: 9 };
  const results = await Promise.allSettled([
    create(),
    create(),
    create(wrong),
    insertDerived(base.db, key.caller, REQUEST, new Date()),
    create(),
  ]);
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ]);
  expect((await stored()).map(({ index }) => index)).toEqual([0, 1, 2, 3, 4]);
});

test('a transaction that is rolled back takes no index', async () => {
  const undo = new Error('undo');
  await expect(
    base.db.transaction(async (tx) => {
      await insertDerived(tx, key.caller, REQUEST, new Date());
      throw undo;
    }),
  ).rejects.toBe(undo);
  expect((await create()).derivationIndex).toBe(0);
});
