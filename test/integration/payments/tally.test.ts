import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { transaction } from '@/db/schema/chain';
import { output, payment } from '@/db/schema/payments';
import { recordReplacements } from '@/lib/chain/follow/replacements';
import {
  confirmKnownTransactions,
  disconnectTransactionsAbove,
  markMempoolPresence,
  recordTransactions,
} from '@/lib/chain/follow/transactions';
import { NOTHING_RECEIVED } from '@/lib/domain/payment';
import { MAX_SATS, toSats } from '@/lib/domain/sats';
import { withSeal } from '@/lib/keys/seal';
import { createLedger } from '@/lib/payments/ledger';
import { newPaymentRow, type PaymentDestination } from '@/lib/payments/payment-row';
import { tallyOutputs } from '@/lib/payments/tally-outputs';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { PLAIN_TERMS } from '@/test/support/plain-terms';
import { seededRandom } from '@/test/support/random';
import { tallyInMemory } from '@/test/support/tally-in-memory';

const chance = seededRandom(process.env.SEED ?? 'tally');
const PAYMENTS = 4;
const BLOCKS = 5;
const STEPS = 300;

let ids: string[];
const base = await openForTestFile(createTestDatabase());

beforeAll(async () => {
  const key = await createTestKey(base.db);
  const rows = Array.from({ length: PAYMENTS }, (_, n) => {
    const to: PaymentDestination = {
      address: `address ${n}`,
      script: `00${n}`,
      walletId: null,
      derivationIndex: null,
      watchFromHeight: 0,
      watchAfterHash: null,
    };
    const terms = { ...PLAIN_TERMS, amount: toSats(3_000), destinationAddress: null };
    return { ...newPaymentRow(key.actor, terms, to, new Date()), expiresAt: EXPIRY };
  });
  await base.db.insert(payment).values(rows.map((one) => withSeal('payment', one)));
  ids = rows.map(({ id }) => id);
});

/** Few different times, so that outputs often have the same age. */
const moment = () => new Date(Date.UTC(2026, 2, 1) + chance.int(0, 3) * 1_000);
const EXPIRY = new Date(Date.UTC(2026, 2, 1) + 2_000);
const txids = () => {
  const known = Array.from({ length: 30 }, (_, n) => n.toString(16).padStart(2, '0').repeat(32));
  return known.filter(() => chance.int(0, 5) === 0);
};

const STEP_KINDS = [
  async () => {
    const found = txids();
    const height = chance.int(0, 1) ? chance.int(1, BLOCKS) : null;
    const transactions = found.map((txid) => ({ txid, spends: [] }));
    await recordTransactions(base.db, 'regtest', transactions, height, moment());
    const paid = found.map((txid) => ({
      txid,
      vout: chance.int(0, 2),
      sats: toSats(chance.int(0, 1_500)),
      script: '',
      paymentId: chance.pick(ids),
    }));
    await createLedger(base.db).record(base.db, 'regtest', paid);
  },
  () => confirmKnownTransactions(base.db, 'regtest', txids(), chance.int(1, BLOCKS)),
  () => disconnectTransactionsAbove(base.db, 'regtest', chance.int(1, BLOCKS)),
  () => markMempoolPresence(base.db, 'regtest', txids(), { gone: chance.int(0, 1) === 1 }),
  () => {
    const replaced = txids().map((txid) => ({ txid, by: 'f'.repeat(64) }));
    return recordReplacements(base.db, 'regtest', replaced, moment());
  },
];

/** Returns the outputs that count. An output counts unless its transaction is gone. */
function countedOutputs(id: string) {
  return base.db
    .select({
      txid: output.txid,
      vout: output.vout,
      sats: output.sats,
      height: transaction.height,
      firstSeenAt: transaction.firstSeenAt,
      gone: transaction.gone,
    })
    .from(output)
    .innerJoin(transaction, eq(transaction.txid, output.txid))
    .where(eq(output.paymentId, id))
    .then((rows) => rows.filter(({ gone }) => !gone));
}

test('a payment’s totals in the database equal the totals computed in memory', async () => {
  const seen = { covered: 0, short: 0, nothing: 0 };
  for (let step = 0; step < STEPS; step += 1) {
    await chance.pick(STEP_KINDS)();
    const tallies = await tallyOutputs(base.db, ids);
    for (const id of ids) {
      const outputs = await countedOutputs(id);
      const expected = tallyInMemory(outputs, { required: toSats(3_000), expiresAt: EXPIRY });
      expect(tallies.get(id) ?? NOTHING_RECEIVED).toEqual(expected);
      if (expected.txid === null) seen.nothing += 1;
      else seen[expected.received < 3_000 ? 'short' : 'covered'] += 1;
    }
  }
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(STEPS / 20);
});

test('a total above the bitcoin supply is capped at the supply', async () => {
  const txid = 'c'.repeat(64);
  await recordTransactions(base.db, 'regtest', [{ txid, spends: [] }], 1, moment());
  const [paymentId = ''] = ids;
  const sats = toSats(MAX_SATS);
  const paid = [7, 8].map((vout) => ({ txid, vout, sats, script: '', paymentId }));
  await createLedger(base.db).record(base.db, 'regtest', paid);
  expect((await tallyOutputs(base.db, ids)).get(paymentId)?.received).toBe(MAX_SATS);
});
