import { asc, eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { wallet } from '@/db/schema/accounts';
import { payment } from '@/db/schema/payments';
import { toSats } from '@/lib/domain/sats';
import { withSeal } from '@/lib/keys/seal';
import { insertPayment, insertPayments } from '@/lib/payments/insert-payments';
import { type NewPayment, newPaymentRow, type PaymentRow } from '@/lib/payments/payment-row';
import { createTestDatabase } from '@/test/support/database';
import { deriveReceive } from '@/test/support/derive-receive';
import { createTestKey, type TestKey } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { draftFor, PLAIN_TERMS } from '@/test/support/plain-terms';

const REQUEST: NewPayment = {
  ...PLAIN_TERMS,
  amount: toSats(1_000),
};

let key: TestKey;
const base = await openForTestFile(createTestDatabase());
beforeEach(async () => {
  key = await createTestKey(base.db);
});

const create = (request = REQUEST) => insertHere(draftFor(key, request));

/** A payment whose customer-provided address is the wallet's address at this index. */
function draftNaming(index: number) {
  const named = deriveReceive(key.descriptor, key.actor.network, index);
  const destination = {
    ...named,
    walletId: null,
    derivationIndex: null,
    watchFromHeight: 0,
    watchAfterHash: null,
  };
  return newPaymentRow(key.actor, REQUEST, destination, new Date());
}

const insertHere = async (draft: PaymentRow) =>
  (await insertPayment(base.db, key.actor, { draft })).payment;

/** Uses an index as another process does when it creates a payment. */
const takeElsewhere = (index: number) =>
  base.db
    .update(wallet)
    .set({ nextIndex: index + 1 })
    .where(eq(wallet.id, key.actor.walletId));

const stored = () =>
  base.db
    .select({ index: payment.derivationIndex, address: payment.address, script: payment.script })
    .from(payment)
    .where(eq(payment.walletId, key.actor.walletId))
    .orderBy(asc(payment.derivationIndex));

test('payments that are created concurrently get different addresses and use each address index exactly once', async () => {
  const created = await Promise.all(Array.from({ length: 100 }, () => create()));
  const rows = await stored();
  expect(rows.map(({ index }) => index)).toEqual(Array.from({ length: 100 }, (_, n) => n));
  for (const { index, ...destination } of rows) {
    expect(destination).toEqual(deriveReceive(key.descriptor, key.actor.network, index ?? -1));
  }
  expect(created.map(({ derivationIndex }) => derivationIndex).sort()).toEqual(
    rows.map(({ index }) => index).sort(),
  );
});

test('an address index that another process has just used is skipped', async () => {
  await create();
  await takeElsewhere(1);
  expect((await create()).derivationIndex).toBe(2);
  await takeElsewhere(50);
  const both = await Promise.all([create(), create()]);
  expect(both.map(({ derivationIndex }) => derivationIndex).sort()).toEqual([51, 52]);
});

test('after a wallet’s next address index is set back, the next payment uses the lower index', async () => {
  await Promise.all([create(), create(), create()]);
  await base.db.delete(payment).where(eq(payment.derivationIndex, 2));
  await takeElsewhere(1);
  expect((await create()).derivationIndex).toBe(2);
});

test('if a payment’s customer-provided address comes from a wallet, the wallet skips that address later', async () => {
  await create();
  await insertHere(draftNaming(2));
  await Promise.all([create(), create(), create(), create()]);
  expect((await stored()).map(({ index }) => index)).toEqual([0, 1, 3, 4, 5]);
});

test('any number of consecutive used addresses is skipped', async () => {
  await create();
  const named = Array.from({ length: 130 }, (_, n) => draftNaming(n + 1));
  await base.db.insert(payment).values(named.map((one) => withSeal('payment', one)));
  const both = await Promise.all([create(), create()]);
  expect(both.map(({ derivationIndex }) => derivationIndex)).toEqual([131, 132]);
});

test('when payments to one customer-provided address are created concurrently, one succeeds', async () => {
  await create();
  const results = await Promise.allSettled([
    insertHere(draftNaming(5)),
    create(),
    insertHere(draftNaming(5)),
    insertHere(draftNaming(1)),
  ]);
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected',
  ]);
  expect(results[2]).toMatchObject({ reason: { code: 'address_in_use' } });
  expect((await stored()).map(({ index }) => index)).toEqual([0, 1]);
});

test('a payment that cannot be inserted uses up no address index', async () => {
  await create();
  await expect(create({ ...REQUEST, requiredConfirmations: 9 })).rejects.toThrow();
  expect((await create()).derivationIndex).toBe(1);
});

test('when payments are created in one batch, only the invalid payment fails', async () => {
  await create();
  const wrong = { ...REQUEST, requiredConfirmations: 9 };
  const results = await Promise.allSettled([
    create(),
    create(),
    create(wrong),
    base.db.transaction((tx) => insertPayments(tx, key.actor, [{ draft: draftFor(key, REQUEST) }])),
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

test('a transaction that is rolled back uses up no address index', async () => {
  const undo = new Error('undo');
  await expect(
    base.db.transaction(async (tx) => {
      await insertPayments(tx, key.actor, [{ draft: draftFor(key, REQUEST) }]);
      throw undo;
    }),
  ).rejects.toBe(undo);
  expect((await create()).derivationIndex).toBe(0);
});

test('even among a few hundred payments, creating a payment looks up addresses through a database index', async () => {
  const own = await createTestDatabase(1);
  const few = await createTestKey(own.db);
  const draft = () => draftFor(few, REQUEST);
  const requests = Array.from({ length: 300 }, () => ({ draft: draft() }));
  await own.db.transaction((tx) => insertPayments(tx, few.actor, requests));
  expect(await own.db.$count(payment)).toBe(300);
  await own.db.execute(sql`analyze`);
  const rowsRead = async () => {
    await own.db.execute(sql`select pg_stat_force_next_flush()`);
    const [row] = await own.db.execute<{ read: string; inserted: string }>(
      sql`select seq_tup_read as read, n_tup_ins as inserted from pg_stat_user_tables
        where relname = 'payment'`,
    );
    return { read: Number(row?.read), inserted: Number(row?.inserted) };
  };
  const before = await rowsRead();
  // PostgreSQL reuses one plan from the sixth run on.
  for (let n = 0; n < 20; n += 1) await insertPayment(own.db, few.actor, { draft: draft() });
  expect(await rowsRead()).toEqual({ read: before.read, inserted: before.inserted + 20 });
  await own.drop();
});
