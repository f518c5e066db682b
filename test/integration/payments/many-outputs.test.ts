import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { chain, transaction } from '@/db/schema/chain';
import { output, payment, paymentChange } from '@/db/schema/payments';
import { recordTransactions } from '@/lib/chain/follow/transactions';
import { toSats } from '@/lib/domain/sats';
import { withSeal } from '@/lib/keys/seal';
import { getPayment } from '@/lib/payments/get-payment';
import { createLedger } from '@/lib/payments/ledger';
import { newPaymentRow } from '@/lib/payments/payment-row';
import { findPublicPayments } from '@/lib/payments/public-payment';
import { createTestActor } from '@/test/support/actor';
import { createTestApi } from '@/test/support/api';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { PLAIN_TERMS } from '@/test/support/plain-terms';
import { countRowsRead } from '@/test/support/rows-read';

const DUST = toSats(546);
const TIP = 200;
/** Enough for a full page of outputs, and for a timeline that omits changes. */
const FEW = 300;
const MANY = 10_000;
/** The number of transactions that one mempool read finds. */
const PER_LOOK = { few: 2, many: 20 };
const ROUNDS = 15;

interface Paid {
  readonly id: string;
  readonly script: string;
  readonly checkoutId: string;
}
let few: Paid;
let many: Paid;

const base = await openForTestFile(createTestDatabase());
const api = createTestApi(base);
const key = await createTestKey(base.db);
const owner = await createTestActor(base.db, key.merchantId);

beforeAll(async () => {
  await base.db.insert(chain).values({ network: 'regtest', height: TIP, hash: 'ab'.repeat(32) });
  for (const table of [output, transaction, paymentChange]) {
    // Statistics may come late or never, so no plan may depend on them.
    await base.db.execute(sql`alter table ${table} set (autovacuum_enabled = false)`);
  }
  [few, many] = [await create(), await create()];
  for (let sent = 0; sent < FEW; sent += PER_LOOK.few) await send(few, PER_LOOK.few);
  for (let sent = 0; sent < MANY; sent += PER_LOOK.many) await send(many, PER_LOOK.many);
});

async function create(): Promise<Paid> {
  const destination = {
    address: 'bcrt1qcr8te4kr609gcawutmrza0j4xv80jy8zeqchgx',
    script: `0014${randomBytes(20).toString('hex')}`,
    walletId: null,
    derivationIndex: null,
    watchFromHeight: 0,
    watchAfterHash: null,
  };
  const terms = { ...PLAIN_TERMS, amount: toSats(100_000_000), destinationAddress: null };
  const row = newPaymentRow(key.actor, terms, destination, new Date());
  await base.db.insert(payment).values(withSeal('payment', row));
  return row;
}

async function send({ id, script }: Paid, count: number, sats = DUST): Promise<void> {
  const ledger = createLedger(base.db);
  const txids = Array.from({ length: count }, () => randomBytes(32).toString('hex'));
  const now = new Date();
  await base.db.transaction(async (tx) => {
    const found = txids.map((txid) => ({ txid, spends: [`${txid}:9`] }));
    await recordTransactions(tx, 'regtest', found, null, now);
    const outputs = txids.map((txid) => ({ txid, vout: 0, sats, script, paymentId: id }));
    await ledger.record(tx, 'regtest', outputs);
    await ledger.settle(tx, 'regtest', txids, TIP, now);
  });
}

/**
 * Returns the shortest time for many outputs divided by the shortest time for a few. Load on the
 * machine only adds to a time, so it affects the shortest time least.
 */
async function ratio(work: (of: Paid) => Promise<unknown>): Promise<number> {
  const times = { few: [] as number[], many: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [which, of] of [
      ['few', few],
      ['many', many],
    ] as const) {
      const start = performance.now();
      await work(of);
      times[which].push(performance.now() - start);
    }
  }
  return Math.min(...times.many) / Math.min(...times.few);
}

const asOwner = (path: string) => api.call({ path, as: owner });

test('settling an output takes less than three times as long with 10,000 outputs as with 300', async () => {
  expect(await ratio((of) => send(of, 1))).toBeLessThan(3);
});

test('the dashboard loads a payment with 10,000 outputs in less than twice the time of 300 outputs', async () => {
  const open = async (of: Paid) => {
    const { status, text } = await asOwner(`/api/dashboard/payments/${of.id}`);
    expect(status).toBe(200);
    return text.length;
  };
  expect(await ratio(open)).toBeLessThan(2);
  expect((await open(many)) / (await open(few))).toBeLessThan(2);
});

test('the dashboard pages through all outputs of a payment in the order in which they were seen', async () => {
  const { json } = await asOwner(`/api/dashboard/payments/${many.id}`);
  const outpoint = ({ txid, vout }: { txid: string; vout: number }) => `${txid}:${vout}`;
  const seen: string[] = json.outputs.data.map(outpoint);
  let pages = 1;
  for (let more = json.outputs.has_more; more; pages += 1) {
    const path = `/api/dashboard/payments/${many.id}/outputs?after=${seen.at(-1)}`;
    const page = (await asOwner(path)).json;
    seen.push(...page.data.map(outpoint));
    more = page.has_more;
  }
  const all = await base.db
    .select()
    .from(output)
    .innerJoin(transaction, eq(transaction.txid, output.txid))
    .where(eq(output.paymentId, many.id))
    .orderBy(transaction.firstSeenAt, output.txid, output.vout);
  expect(seen).toEqual(all.map((row) => outpoint(row.output)));
  expect(pages).toBeGreaterThan(MANY / 100);
  const foreign = await createTestActor(base.db, (await createTestKey(base.db)).merchantId);
  const path = `/api/dashboard/payments/${many.id}/outputs`;
  expect((await api.call({ path, as: foreign })).status).toBe(404);
});

test('if a payment has very many changes, its timeline shows the first and last, and mentions the omission', async () => {
  const { timeline } = (await asOwner(`/api/dashboard/payments/${many.id}`)).json;
  const kinds: string[] = timeline.map(({ kind }: { kind: string }) => kind);
  expect(kinds.filter((kind) => kind === 'omitted')).toHaveLength(1);
  expect(kinds.filter((kind) => kind === 'change')).toHaveLength(100);
  expect(kinds.indexOf('omitted')).toBe(51);
  const [first, last] = [timeline[1], timeline.at(-1)];
  expect(first).toMatchObject({ what: 'underpaid', received_sats: PER_LOOK.many * DUST });
  expect(timeline[52]).toMatchObject({ what: 'more', difference_sats: PER_LOOK.many * DUST });
  const { json } = await asOwner(`/api/dashboard/payments/${many.id}`);
  expect(last.received_sats).toBe(json.payment.received_sats);
});

test('the API and the payment page read no outputs, so many outputs cost them nothing', async () => {
  await base.db.transaction(async (tx) => {
    for (const table of ['output', 'transaction'] as const) {
      const read = await countRowsRead(tx, table, async () => {
        expect((await getPayment(tx, key.actor, many.id)).row.id).toBe(many.id);
        expect(await findPublicPayments(tx, [many.checkoutId])).toHaveLength(1);
      });
      expect(read, table).toBe(0);
    }
  });
});
