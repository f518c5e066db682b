import { and, eq, inArray, isNull, ne } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { sandboxOutput } from '@/db/schema/sandbox';
import { createSandboxSource } from '@/lib/chain/sources/sandbox/source';
import { syncChain } from '@/lib/payments/sync-chain';
import { createTestApi } from '@/test/support/api';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey, type TestKey } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';

let key: TestKey;
let other: TestKey;

const base = await openForTestFile(createTestDatabase());
const api = createTestApi(base);

beforeAll(async () => {
  [key, other] = [await createTestKey(base.db), await createTestKey(base.db)];
  await sync();
});

const now = () => new Date();
const sync = () => syncChain(base.database, 'regtest', createSandboxSource(base.db, now), now);

const post = (path: string, body: unknown = {}, apiKey = key.apiKey) =>
  api.call({ path: `/v1/${path}`, key: apiKey, body });

async function create(fields: Record<string, unknown> = {}) {
  const { json } = await post('btc/payments', { amount_sats: 50_000, ...fields });
  return json as { id: string };
}

/**
 * No job follows the chain in this test. A simulation itself updates the payment before it
 * responds.
 */
async function payment(id: string) {
  return (await api.call({ path: `/v1/btc/payments/${id}`, key: key.apiKey })).json;
}

async function detected() {
  const { id } = await create({ required_confirmations: 1 });
  const paid = await post('sandbox/pay', { payment_id: id });
  expect(await payment(id)).toMatchObject({ status: 'detected', txid: paid.json.txid });
  return { id, txid: paid.json.txid as string };
}

async function detectedFromChangeOf(parent: string) {
  const { id } = await create();
  // Leaves the first transaction's change as the only output to spend.
  const others = and(ne(sandboxOutput.txid, parent), isNull(sandboxOutput.spentBy));
  const held = await base.db
    .update(sandboxOutput)
    .set({ spentBy: parent })
    .where(others)
    .returning({ txid: sandboxOutput.txid });
  const paid = await post('sandbox/pay', { payment_id: id });
  const txids = held.map(({ txid }) => txid);
  await base.db
    .update(sandboxOutput)
    .set({ spentBy: null })
    .where(and(inArray(sandboxOutput.txid, txids), eq(sandboxOutput.spentBy, parent)));
  expect(await payment(id)).toMatchObject({ status: 'detected', txid: paid.json.txid });
  return { id, txid: paid.json.txid as string };
}

describe('200 after the payment reflects the simulation', () => {
  it('the simulation `pay` sends the missing amount, and the simulation `mine` confirms the payment', async () => {
    const { id } = await create({ required_confirmations: 2 });
    expect((await post('sandbox/pay', { payment_id: id, amount_sats: 20_000 })).status).toBe(200);
    expect(await payment(id)).toMatchObject({ status: 'pending', flags: ['underpaid'] });
    await post('sandbox/pay', { payment_id: id });
    expect(await payment(id)).toMatchObject({ status: 'detected', received_sats: 50_000 });
    const mined = await post('sandbox/mine', { blocks: 2 });
    expect(mined.json.blocks).toHaveLength(2);
    expect(await payment(id)).toMatchObject({ status: 'confirmed', confirmations: 2 });
  });

  it('the simulation `replace` bumps the fee or reverses the payment', async () => {
    const { id, txid } = await detected();
    const bumped = await post('sandbox/replace', { txid });
    expect(await payment(id)).toMatchObject({ status: 'detected', txid: bumped.json.txid });
    await post('sandbox/replace', { txid: bumped.json.txid, to: 'nowhere' });
    expect(await payment(id)).toMatchObject({ status: 'pending', flags: ['replaced'] });
  });

  it('the simulation `double-spend` mines a block that reverses the payment', async () => {
    const { id, txid } = await detected();
    expect((await post('sandbox/double-spend', { txid })).json.blocks).toHaveLength(1);
    expect(await payment(id)).toMatchObject({ status: 'pending', received_sats: 0 });
  });

  it('the simulation `reorg` reverses a confirmed payment, and drops its transaction on request', async () => {
    const { id, txid } = await detected();
    await post('sandbox/mine');
    expect(await payment(id)).toMatchObject({ status: 'confirmed' });
    await post('sandbox/reorg', { remine: false });
    expect(await payment(id)).toMatchObject({ status: 'detected', flags: ['reorged'] });
    const dropped = await post('sandbox/reorg', { drop: [txid] });
    expect(dropped.json.dropped).toEqual([txid]);
    expect(await payment(id)).toMatchObject({ status: 'pending', received_sats: 0 });
  });

  it('a simulation that drops a transaction also drops every transaction that spends its change', async () => {
    const kept = await detected();
    await post('sandbox/mine');
    const spendsChange = await detectedFromChangeOf(kept.txid);
    await post('sandbox/reorg', { remine: false });
    const replaced = await post('sandbox/replace', { txid: kept.txid, to: 'nowhere' });
    expect(replaced.status).toBe(200);
    for (const { id } of [kept, spendsChange]) {
      expect(await payment(id)).toMatchObject({ status: 'pending', received_sats: 0 });
    }
  });
});

describe('400', () => {
  it('a refused simulation reports every invalid field', async () => {
    const answer = await post('sandbox/reorg', { blocks: 0, drop: ['x'], depth: 1 });
    expect(answer.status).toBe(400);
    const pointers = answer.json.errors.map(({ pointer }: { pointer: string }) => pointer);
    expect(pointers.sort()).toEqual(['/blocks', '/depth', '/drop/0']);
  });

  it('a simulation that would drop too many transactions is refused, and the error states the limit', async () => {
    const answer = await post('sandbox/reorg', { drop: Array(101).fill('0'.repeat(64)) });
    expect(answer.json.detail).toBe('"/drop" must be a list of at most 100 transaction ids.');
  });
});

describe('403', () => {
  it('a simulation with a key for a real network is refused with the error sandbox_only', async () => {
    const real = createTestApi(base, { BITCOIN_REGTEST: 'http://user:pass@127.0.0.1:1' });
    for (const path of ['mine', 'reorg']) {
      const answer = await real.call({ path: `/v1/sandbox/${path}`, key: key.apiKey, body: {} });
      expect(answer.json).toMatchObject({ status: 403, code: 'sandbox_only' });
    }
  });
});

describe('404', () => {
  it('a simulation cannot pay a payment of another key', async () => {
    const { id } = await create();
    const answer = await post('sandbox/pay', { payment_id: id }, other.apiKey);
    expect(answer.json).toMatchObject({ status: 404, code: 'payment_not_found' });
  });
});

describe('409', () => {
  it("a simulation cannot replace, double-spend or drop another key's transactions", async () => {
    const { id, txid } = await detected();
    const attacks = [
      post('sandbox/replace', { txid }, other.apiKey),
      post('sandbox/double-spend', { txid }, other.apiKey),
      post('sandbox/reorg', { drop: [txid] }, other.apiKey),
    ];
    for (const answer of await Promise.all(attacks)) {
      expect(answer.json).toMatchObject({ status: 409, code: 'sandbox_refused' });
    }
    expect(await payment(id)).toMatchObject({ status: 'detected', txid });
  });

  it('a simulation pays a fully paid payment again only if the request contains an amount', async () => {
    const { id } = await detected();
    const again = await post('sandbox/pay', { payment_id: id });
    expect(again.json).toMatchObject({
      status: 409,
      code: 'sandbox_refused',
      detail: 'Nothing is left to pay of this payment. Give amount_sats to overpay it.',
    });
    expect(await payment(id)).toMatchObject({ received_sats: 50_000, flags: [] });
    expect((await post('sandbox/pay', { payment_id: id, amount_sats: 600 })).status).toBe(200);
    expect(await payment(id)).toMatchObject({ received_sats: 50_600, flags: ['overpaid'] });
  });

  it('a simulation does not pay a missing amount that is within the payment’s tolerance', async () => {
    const { id } = await create({ underpayment_tolerance_ppm: 10_000 });
    await post('sandbox/pay', { payment_id: id, amount_sats: 49_500 });
    const again = await post('sandbox/pay', { payment_id: id });
    expect(again.json).toMatchObject({ status: 409, code: 'sandbox_refused' });
  });

  it('a simulation cannot replace a confirmed transaction', async () => {
    const { txid } = await detected();
    await post('sandbox/mine');
    await sync();
    const answer = await post('sandbox/replace', { txid });
    expect(answer.json).toMatchObject({ status: 409, code: 'sandbox_refused' });
  });
});
