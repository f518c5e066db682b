import { randomBytes } from 'node:crypto';
import { address as addresses } from 'bitcoinjs-lib';
import { afterEach, describe, expect, it } from 'vitest';
import { MEMPOOL_GRACE_MS } from '@/lib/chain/follow/read-mempool';
import { alterResponse, openEsploraMerchant, TIP_HASH_PATH } from '@/test/support/esplora-merchant';
import type { EsploraReply } from '@/test/support/esplora-server';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { LONG_PAUSE_MS } from '@/test/support/server-merchant';

const DAY_S = 86_400;
const HISTORY = /^\/address\//;

const merchant = await openForTestFile(openEsploraMerchant());
afterEach(async () => {
  merchant.recover();
  merchant.passTime(LONG_PAUSE_MS);
  await merchant.settle();
});

describe('a response about unconfirmed transactions', () => {
  const create = () => merchant.create({ requiredConfirmations: 1, expiresInSeconds: DAY_S });

  it('a transaction found for one payment also counts for a later payment if it pays that payment’s address', async () => {
    const earlier = await create();
    const later = addresses.toBech32(randomBytes(20), 0, 'bcrt');
    await merchant.node.sendMany({ [earlier.address]: 100_000, [later]: 100_000 });
    await merchant.settle();
    expect(await merchant.payment(earlier.id)).toMatchObject({ status: 'detected' });
    const { id } = await merchant.create({ destinationAddress: later });
    await merchant.settle();
    expect(await merchant.payment(id)).toMatchObject({ status: 'detected' });
  });

  it('a response is rejected if it contains a transaction that was not requested', async () => {
    const { id, address } = await create();
    await merchant.node.sendTo(address, 100_000);
    const other = await merchant.node.sendTo(await merchant.node.address(), 100_000);
    const hex = await merchant.node.rpc<string>('getrawtransaction', other);
    merchant.server.behave(alterResponse(/^\/tx\//, () => ({ status: 200, body: hex })));
    merchant.passTime(60_000);
    expect(await merchant.sync()).toMatchObject({ kind: 'failed', fault: 'bad_answer' });
    expect(await merchant.payment(id)).toMatchObject({ status: 'pending', received_sats: 0 });
  });

  it.each<[string, EsploraReply | 'hang']>([
    ['it fails', { status: 500, body: '' }],
    ['it never responds', 'hang'],
    ['it sends something else', { status: 200, body: '{"error":"no"}' }],
    ['it lacks an address index', { status: 405, body: 'cannot be used with this backend' }],
  ])('a server never makes a transaction count as missing when %s', async (_what, reply) => {
    const { id, address } = await create();
    await merchant.node.sendTo(address, 100_000);
    await merchant.settle();
    expect(await merchant.payment(id)).toMatchObject({ status: 'detected' });
    if (reply === 'hang') merchant.shortenTimeouts();
    merchant.server.behave(async (path, honest) => (HISTORY.test(path) ? reply : honest()));
    for (let n = 0; n < 3; n++) {
      merchant.passTime(MEMPOOL_GRACE_MS + 1_000);
      expect(await merchant.sync()).toMatchObject({ kind: 'failed' });
      merchant.passTime(LONG_PAUSE_MS);
    }
    expect(await merchant.payment(id)).toMatchObject({ status: 'detected', flags: [] });
  });

  it.each([
    ['larger than the read limit', { status: 200, body: `[${' '.repeat(8_000_000)}]` }],
    ['rejected for its length', { status: 413, body: 'too long' }],
    ['rejected as too large', { status: 400, body: 'Too many history transactions' }],
  ])('a look-up skips an address whose history is %s', async (_what, reply) => {
    const { id, address } = await create();
    merchant.server.behave(async (path, honest) => (path.includes(address) ? reply : honest()));
    await merchant.node.sendTo(address, 100_000);
    await merchant.settle();
    expect(await merchant.payment(id)).toMatchObject({ status: 'pending' });
    await merchant.node.mine(1);
    merchant.passTime(60_000);
    await merchant.settle();
    expect(await merchant.payment(id)).toMatchObject({ status: 'confirmed' });
  });

  it('a look-up that always fails for one address never delays other addresses', async () => {
    const poisoned = await merchant.create({ expiresInSeconds: 300 });
    const { id, address } = await create();
    merchant.server.behave(async (path, honest) =>
      path.includes(poisoned.address) ? { status: 500, body: 'oops' } : honest(),
    );
    await merchant.node.sendTo(address, 100_000);
    for (let n = 0; n < 30; n++) {
      merchant.passTime(61_000);
      await merchant.sync();
    }
    expect(await merchant.payment(id)).toMatchObject({ status: 'detected' });
    expect(await merchant.payment(poisoned.id)).toMatchObject({ status: 'expired' });
    expect(await merchant.cursor()).toMatchObject({ failures: 0 });
  });

  it('a payment does not expire while its address’s history has a block above the known tip', async () => {
    const { id, address } = await merchant.create({
      expiresInSeconds: 300,
      requiredConfirmations: 1,
    });
    const older = (await merchant.node.tip()).hash;
    merchant.server.behave(alterResponse(TIP_HASH_PATH, () => ({ status: 200, body: older })));
    await merchant.node.sendTo(address, 100_000);
    await merchant.node.mine(1);
    merchant.passTime(301_000);
    await merchant.settle();
    expect(await merchant.payment(id)).toMatchObject({ status: 'pending' });
    merchant.recover();
    merchant.passTime(60_000);
    await merchant.settle();
    expect(await merchant.payment(id)).toMatchObject({ status: 'confirmed', flags: [] });
  });

  it('a payment does not expire while its address’s history has a block of another branch', async () => {
    const { id, address } = await merchant.create({
      expiresInSeconds: 300,
      requiredConfirmations: 1,
    });
    await merchant.node.mine(1, await merchant.node.address());
    merchant.passTime(60_000);
    await merchant.settle();
    await merchant.node.sendUnlocked(address, 100_000);
    merchant.passTime(301_000);
    let isReorged = false;
    merchant.server.behave(async (path, honest) => {
      if (HISTORY.test(path) && !isReorged) {
        isReorged = true;
        await merchant.node.reorg(1, 'mempool');
      }
      return honest();
    });
    await merchant.sync();
    expect(isReorged).toBe(true);
    expect(await merchant.payment(id)).toMatchObject({ status: 'confirmed', flags: [] });
    expect((await merchant.events(id)).map(({ type }) => type)).toEqual(['payment.confirmed']);
  });

  it('a fee bump and the transaction it replaces never count together, even if two servers each list one', async () => {
    const { id, address } = await merchant.create({ expiresInSeconds: DAY_S });
    const first = await merchant.node.sendTo(address, 50_000);
    await merchant.settle();
    const second = await merchant.node.bumpFee(first);
    await merchant.settle();
    expect(await merchant.payment(id)).toMatchObject({ received_sats: 50_000, txid: second });
    const older = JSON.stringify([{ txid: first, status: { confirmed: false } }]);
    merchant.server.behave(async (path, honest) =>
      path.includes(address) ? { status: 200, body: older } : honest(),
    );
    await merchant.settle();
    expect(await merchant.payment(id)).toMatchObject({ status: 'pending', received_sats: 50_000 });
    expect((await merchant.events(id)).map(({ type }) => type)).toEqual(['payment.underpaid']);
  });
});

it('a missing amount that arrives after the payment’s expiry is flagged as late', async () => {
  const { id, address } = await merchant.create({ expiresInSeconds: 300 });
  await merchant.node.sendTo(address, 60_000);
  await merchant.settle();
  merchant.passTime(301_000);
  await merchant.settle();
  expect(await merchant.payment(id)).toMatchObject({ status: 'expired', received_sats: 60_000 });
  // The address of an ended payment is no longer looked up; blocks reveal its outputs.
  await merchant.node.mineOnly([await merchant.node.sendTo(address, 40_000)]);
  merchant.passTime(LONG_PAUSE_MS);
  await merchant.settle();
  expect(await merchant.payment(id)).toMatchObject({ status: 'detected', flags: ['late'] });
});

it('a transaction and its replacement never count for two different payments', async () => {
  const [first, second] = [await merchant.create(), await merchant.create()];
  const input = { txid: 'ab'.repeat(32), vout: 0 };
  const spend = async ({ address }: { address: string }) => {
    const hex = await merchant.node.rpc<string>('createrawtransaction', [input], {
      [address]: 0.001,
    });
    const { txid } = await merchant.node.rpc<{ txid: string }>('decoderawtransaction', hex);
    return { address, hex, txid };
  };
  const spends = [await spend(first), await spend(second)];
  merchant.server.behave(async (path, honest) => {
    for (const { address, hex, txid } of spends) {
      const listed = JSON.stringify([{ txid, status: { confirmed: false } }]);
      if (path.includes(address)) return { status: 200, body: listed };
      if (path.includes(txid)) return { status: 200, body: hex };
    }
    return honest();
  });
  await merchant.settle();
  const states = [await merchant.payment(first.id), await merchant.payment(second.id)];
  expect(states.map(({ status }) => status).sort()).toEqual(['detected', 'pending']);
});
