import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GRACE_MS } from '@/lib/chain/look';
import { createSandboxSource } from '@/lib/chain/sandbox/source';
import { syncChain } from '@/lib/payments/sync-chain';
import { createTestApi, type TestApi } from '@/test/support/api';
import { createTestDatabase, type TestDatabase } from '@/test/support/database';
import { createTestKey, type TestKey } from '@/test/support/factories';

let base: TestDatabase;
let api: TestApi;
let key: TestKey;
let other: TestKey;
let ahead = 0;

beforeAll(async () => {
  base = await createTestDatabase();
  api = createTestApi(base);
  [key, other] = [await createTestKey(base.db), await createTestKey(base.db)];
  await sync();
});
afterAll(() => base.drop());

const now = () => new Date(Date.now() + ahead);
const sync = () => syncChain(base.database, 'regtest', createSandboxSource(base.db, now), now);

const post = (path: string, body: unknown = {}, apiKey = key.apiKey) =>
  api.call({ path: `/v1/${path}`, key: apiKey, body });

async function create(fields: Record<string, unknown> = {}) {
  const { json } = await post('btc/payments', { amount_sats: 50_000, ...fields });
  return json as { id: string };
}

/** Nothing else reads the chain here: a simulation is answered once payments show it. */
async function payment(id: string) {
  return (await api.call({ path: `/v1/btc/payments/${id}`, key: key.apiKey })).json;
}

async function detected() {
  const { id } = await create({ required_confirmations: 1 });
  const paid = await post('sandbox/pay', { payment_id: id });
  expect(await payment(id)).toMatchObject({ status: 'detected', txid: paid.json.txid });
  return { id, txid: paid.json.txid as string };
}

describe('200, once the payment shows the simulation', () => {
  it('pay sends the missing amount, mine confirms it', async () => {
    const { id } = await create({ required_confirmations: 2 });
    expect((await post('sandbox/pay', { payment_id: id, amount_sats: 20_000 })).status).toBe(200);
    expect(await payment(id)).toMatchObject({ status: 'pending', flags: ['underpaid'] });
    await post('sandbox/pay', { payment_id: id });
    expect(await payment(id)).toMatchObject({ status: 'detected', received_sats: 50_000 });
    const mined = await post('sandbox/mine', { blocks: 2 });
    expect(mined.json.blocks).toHaveLength(2);
    expect(await payment(id)).toMatchObject({ status: 'confirmed', confirmations: 2 });
  });

  it('replace bumps the fee, or takes the money back', async () => {
    const { id, txid } = await detected();
    const bumped = await post('sandbox/replace', { txid });
    expect(await payment(id)).toMatchObject({ status: 'detected', txid: bumped.json.txid });
    await post('sandbox/replace', { txid: bumped.json.txid, to: 'nowhere' });
    ahead += GRACE_MS;
    await sync();
    expect(await payment(id)).toMatchObject({ status: 'pending', flags: ['replaced'] });
  });

  it('double-spend takes the money away in a block', async () => {
    const { id, txid } = await detected();
    expect((await post('sandbox/double-spend', { txid })).json.blocks).toHaveLength(1);
    expect(await payment(id)).toMatchObject({ status: 'pending', received_sats: 0 });
  });

  it('reorg takes a confirmed payment back, and drops it on request', async () => {
    const { id, txid } = await detected();
    await post('sandbox/mine');
    expect(await payment(id)).toMatchObject({ status: 'confirmed' });
    await post('sandbox/reorg', { remine: false });
    expect(await payment(id)).toMatchObject({ status: 'detected', flags: ['reorged'] });
    const dropped = await post('sandbox/reorg', { drop: [txid] });
    expect(dropped.json.dropped).toEqual([txid]);
    ahead += GRACE_MS;
    await sync();
    expect(await payment(id)).toMatchObject({ status: 'pending', received_sats: 0 });
  });
});

describe('400', () => {
  it('names every wrong field', async () => {
    const answer = await post('sandbox/reorg', { blocks: 0, drop: ['x'], depth: 1 });
    expect(answer.status).toBe(400);
    const pointers = answer.json.errors.map(({ pointer }: { pointer: string }) => pointer);
    expect(pointers.sort()).toEqual(['/blocks', '/depth', '/drop/0']);
  });
});

describe('403', () => {
  it('a key of a network with a real chain gets sandbox_only', async () => {
    const real = createTestApi(base, { BITCOIN_REGTEST: 'http://user:pass@127.0.0.1:1' });
    for (const path of ['mine', 'reorg']) {
      const answer = await real.call({ path: `/v1/sandbox/${path}`, key: key.apiKey, body: {} });
      expect(answer.json).toMatchObject({ status: 403, code: 'sandbox_only' });
    }
  });
});

describe('404', () => {
  it('a payment of another key cannot be paid', async () => {
    const { id } = await create();
    const answer = await post('sandbox/pay', { payment_id: id }, other.apiKey);
    expect(answer.json).toMatchObject({ status: 404, code: 'payment_not_found' });
  });
});

describe('409', () => {
  it("another key's transactions cannot be replaced, double-spent or dropped", async () => {
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

  it('a confirmed transaction cannot be replaced', async () => {
    const { txid } = await detected();
    await post('sandbox/mine');
    await sync();
    const answer = await post('sandbox/replace', { txid });
    expect(answer.json).toMatchObject({ status: 409, code: 'sandbox_refused' });
  });
});
