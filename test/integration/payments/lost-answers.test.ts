import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, type Db, openDatabase } from '@/db/client';
import { wallet } from '@/db/schema/accounts';
import { payment } from '@/db/schema/payments';
import { toSats } from '@/lib/domain/sats';
import { withSeal } from '@/lib/keys/seal';
import { idempotencyKey } from '@/lib/payments/idempotency';
import { insertPayment, insertPayments } from '@/lib/payments/insert-payments';
import { newPaymentRow } from '@/lib/payments/payment-row';
import { createTestDatabase, type TestDatabase } from '@/test/support/database';
import { type DatabaseProxy, startDatabaseProxy } from '@/test/support/database-proxy';
import { createTestKey, type TestKey } from '@/test/support/factories';
import { draftFor, PLAIN_TERMS } from '@/test/support/plain-terms';

const REQUEST = {
  ...PLAIN_TERMS,
  amount: toSats(1_000),
};

let base: TestDatabase;
let line: DatabaseProxy;
let database: Database;
beforeAll(async () => {
  base = await createTestDatabase();
  line = await startDatabaseProxy(base.url);
  database = openDatabase(line.url, 2);
});
afterAll(async () => {
  await Promise.all([line.close(), database.close()]);
  await base.drop();
});

async function create(key: TestKey, header?: string) {
  const sent = header === undefined ? undefined : keyOf(key, header);
  const request = { draft: draftFor(key, REQUEST), key: sent };
  const { payment: made, replayed } = await insertPayment(database.db, key.actor, request);
  expect(replayed).toBe(false);
  return made;
}

const keyOf = ({ id }: TestKey, key: string) =>
  idempotencyKey({ apiKeyId: id, route: 'a route', key, bodyHash: 'ab'.repeat(32) }, new Date());

it.each([
  ['', () => undefined],
  [' with an Idempotency-Key each', (name: string) => name],
])(
  'if the connection breaks after the commit, payments%s are still returned, and none is created twice',
  async (_, headerOf) => {
    const key = await createTestKey(base.db);
    const first = await create(key, headerOf('first'));
    line.cutAfter('checkout_id');
    const others = await Promise.all(['a', 'b', 'c'].map((name) => create(key, headerOf(name))));
    const stored = await base.db
      .select()
      .from(payment)
      .where(eq(payment.walletId, key.walletId))
      .orderBy(asc(payment.derivationIndex));
    expect(stored).toEqual([first, ...others]);
    const [row] = await base.db.select().from(wallet).where(eq(wallet.id, key.walletId));
    expect(row?.nextIndex).toBe(4);
  },
);

it('if the connection breaks after the commit, payments to customer-provided addresses are still returned', async () => {
  const key = await createTestKey(base.db);
  await create(key);
  const drafts = ['aa', 'bb'].map((byte) => {
    const script = `0014${byte.repeat(20)}`;
    const destination = { address: 'any', script, walletId: null, derivationIndex: null };
    return newPaymentRow(
      key.actor,
      REQUEST,
      { ...destination, watchFromHeight: 0, watchAfterHash: null },
      new Date(),
    );
  });
  line.cutAfter('checkout_id');
  const made = await Promise.all(
    drafts.map((draft) => insertPayment(database.db, key.actor, { draft })),
  );
  expect(made.map((one) => one.payment)).toEqual(drafts.map((draft) => withSeal('payment', draft)));
});

it('a process that freezes while creating a payment blocks its wallet only briefly', async () => {
  const key = await createTestKey(base.db);
  const frozen = openDatabase(base.url, 1);
  await new Promise<void>((begun) => {
    const freeze = async (tx: Db) => {
      await insertPayments(tx, key.actor, [{ draft: draftFor(key, REQUEST) }]);
      begun();
      await new Promise<never>(() => {});
    };
    void frozen.db.transaction(freeze).catch(() => {});
  });
  expect((await create(key)).derivationIndex).toBe(0);
  await frozen.close();
});
