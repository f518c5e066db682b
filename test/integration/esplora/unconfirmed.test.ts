import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { GRACE_MS } from '@/lib/chain/look';
import {
  altered,
  type EsploraMerchant,
  openEsploraMerchant,
  PATIENCE_MS,
  TIP,
} from '@/test/support/esplora-merchant';
import type { EsploraReply } from '@/test/support/esplora-server';

const DAY_S = 86_400;
const HISTORY = /^\/address\//;

let shop: EsploraMerchant;
beforeAll(async () => {
  shop = await openEsploraMerchant();
});
afterAll(() => shop?.close());
afterEach(async () => {
  shop.recover();
  shop.passTime(PATIENCE_MS);
  await shop.settle();
});

describe('an answer about unconfirmed transactions', () => {
  const create = () => shop.create({ requiredConfirmations: 1, expiresInSeconds: DAY_S });

  it('is rejected when the bytes are those of another transaction', async () => {
    const { id, address } = await create();
    await shop.node.sendTo(address, 100_000);
    const other = await shop.node.sendTo(await shop.node.address(), 100_000);
    const hex = await shop.node.rpc<string>('getrawtransaction', other);
    shop.server.behave(altered(/^\/tx\//, () => ({ status: 200, body: hex })));
    shop.passTime(60_000);
    expect(await shop.sync()).toMatchObject({ kind: 'failed', error: { fault: 'bad_answer' } });
    expect(await shop.payment(id)).toMatchObject({ status: 'pending', received_sats: 0 });
  });

  it.each<[string, EsploraReply | 'hang']>([
    ['it fails', { status: 500, body: '' }],
    ['it never answers', 'hang'],
    ['it sends something else', { status: 200, body: '{"error":"no"}' }],
    ['it lacks an address index', { status: 405, body: 'cannot be used with this backend' }],
  ])('never makes a transaction missing when %s', async (_what, reply) => {
    const { id, address } = await create();
    await shop.node.sendTo(address, 100_000);
    await shop.settle();
    expect(await shop.payment(id)).toMatchObject({ status: 'detected' });
    if (reply === 'hang') shop.losePatience();
    shop.server.behave(async (path, honest) => (HISTORY.test(path) ? reply : honest()));
    for (let n = 0; n < 3; n++) {
      shop.passTime(GRACE_MS + 1_000);
      expect(await shop.sync()).toMatchObject({ kind: 'failed' });
      shop.passTime(PATIENCE_MS);
    }
    expect(await shop.payment(id)).toMatchObject({ status: 'detected', flags: [] });
  });

  it.each([
    ['larger than the read limit', { status: 200, body: `[${' '.repeat(8_000_000)}]` }],
    ['rejected for its length', { status: 413, body: 'too long' }],
    ['rejected as too large', { status: 400, body: 'Too many history transactions' }],
  ])('is skipped where an address has a history %s', async (_what, reply) => {
    const { id, address } = await create();
    shop.server.behave(async (path, honest) => (path.includes(address) ? reply : honest()));
    await shop.node.sendTo(address, 100_000);
    await shop.settle();
    expect(await shop.payment(id)).toMatchObject({ status: 'pending' });
    await shop.node.mine(1);
    shop.passTime(60_000);
    await shop.settle();
    expect(await shop.payment(id)).toMatchObject({ status: 'confirmed' });
  });

  it('that always fails for one address never delays the others', async () => {
    const poisoned = await shop.create({ expiresInSeconds: 300 });
    const { id, address } = await create();
    shop.server.behave(async (path, honest) =>
      path.includes(poisoned.address) ? { status: 500, body: 'oops' } : honest(),
    );
    await shop.node.sendTo(address, 100_000);
    for (let n = 0; n < 30; n++) {
      shop.passTime(61_000);
      await shop.sync();
    }
    expect(await shop.payment(id)).toMatchObject({ status: 'detected' });
    expect(await shop.payment(poisoned.id)).toMatchObject({ status: 'expired' });
    expect(await shop.cursor()).toMatchObject({ failures: 0 });
  });

  it('expires nothing where the address already shows a block that the tip does not', async () => {
    const { id, address } = await shop.create({ expiresInSeconds: 300, requiredConfirmations: 1 });
    const older = (await shop.node.tip()).hash;
    shop.server.behave(altered(TIP, () => ({ status: 200, body: older })));
    await shop.node.sendTo(address, 100_000);
    await shop.node.mine(1);
    shop.passTime(301_000);
    await shop.settle();
    expect(await shop.payment(id)).toMatchObject({ status: 'pending' });
    shop.recover();
    shop.passTime(60_000);
    await shop.settle();
    expect(await shop.payment(id)).toMatchObject({ status: 'confirmed', flags: [] });
  });
});
