import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, type Db, openDatabase } from '@/db/client';
import { wallet } from '@/db/schema/accounts';
import { payment } from '@/db/schema/payments';
import { toSats } from '@/lib/domain/sats';
import { claimAnswer } from '@/lib/payments/idempotency';
import { insertDerived } from '@/lib/payments/insert-derived';
import { insertTogether, type Once } from '@/lib/payments/insert-together';
import { type CutLine, startCutLine } from '@/test/support/cut-line';
import { createTestDatabase, type TestDatabase } from '@/test/support/database';
import { createTestKey, type TestKey } from '@/test/support/factories';
import { PLAIN_TERMS } from '@/test/support/plain-terms';

const REQUEST = {
  ...PLAIN_TERMS,
  amount: toSats(1_000),
};

let base: TestDatabase;
let line: CutLine;
let database: Database;
beforeAll(async () => {
  base = await createTestDatabase();
  line = await startCutLine(base.url);
  database = openDatabase(line.url, 2);
});
afterAll(async () => {
  await Promise.all([line.close(), database.close()]);
  await base.drop();
});

async function create({ caller }: TestKey, once?: Once) {
  const inserted = await insertTogether(database.db, caller, REQUEST, new Date(), once);
  if (!('row' in inserted)) throw new Error('nothing was answered before');
  return inserted.row;
}

function onceFor({ caller }: TestKey, key: string): Once {
  const claim = { apiKeyId: caller.apiKeyId, route: 'a route', key, bodyHash: 'the same' };
  return { claim, answerOf: ({ id }) => ({ status: 201, body: id, location: null }) };
}

it.each([
  ['', 'checkout_id', () => undefined],
  [' with an Idempotency-Key each', 'commit', onceFor],
])(
  'payments%s that were committed while the connection was lost are given out, once, and no further address is taken',
  async (_, text, onceOf) => {
    const key = await createTestKey(base.db);
    const first = await create(key, onceOf(key, 'first'));
    line.cutAfter(text);
    const others = await Promise.all(['a', 'b', 'c'].map((name) => create(key, onceOf(key, name))));
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

it('a process that freezes while it creates a payment keeps no other from the wallet for long', async () => {
  const key = await createTestKey(base.db);
  const frozen = openDatabase(base.url, 1);
  await new Promise<void>((begun) => {
    const freeze = async (tx: Db) => {
      await claimAnswer(tx, onceFor(key, 'frozen').claim, new Date());
      await insertDerived(tx, key.caller, REQUEST, new Date());
      begun();
      await new Promise<never>(() => {});
    };
    void frozen.db.transaction(freeze).catch(() => {});
  });
  expect((await create(key)).derivationIndex).toBe(0);
  await frozen.close();
});
