import { afterEach, expect, it } from 'vitest';
import { addressToScript } from '@/lib/bitcoin/address';
import { scripthashOf } from '@/lib/chain/sources/electrum/requests';
import { openElectrumMerchant } from '@/test/support/electrum-merchant';
import { ElectrumError } from '@/test/support/electrum-server';
import { openForTestFile } from '@/test/support/open-for-test-file';

const HISTORY = 'blockchain.scripthash.get_history';
const SUBSCRIBE = 'blockchain.scripthash.subscribe';
const MINUTE_MS = 60_000;

const merchant = await openForTestFile(openElectrumMerchant());
afterEach(async () => {
  merchant.server.recover();
  await merchant.settle();
});

const asked = (method: string) =>
  merchant.server.requests.filter((request) => request === method).length;

it('between blocks, an open payment’s address is subscribed again only after the server reports a change', async () => {
  await merchant.create();
  await merchant.settle();
  const before = asked(SUBSCRIBE);
  await merchant.settle();
  expect(asked(SUBSCRIBE)).toBe(before);
});

it('money is found within a minute even if the server never sends a notification', async () => {
  const { id, address } = await merchant.create();
  await merchant.settle();
  merchant.server.announces = false;
  await merchant.node.sendTo(address, 100_000);
  await merchant.settle();
  expect(await merchant.payment(id)).toMatchObject({ status: 'pending' });
  merchant.passTime(MINUTE_MS);
  await merchant.settle();
  expect(await merchant.payment(id)).toMatchObject({ status: 'detected' });
});

it('a payment expires only after a look-up that started after its expiry', async () => {
  const { id, address } = await merchant.create({ expiresInSeconds: 300 });
  await merchant.settle();
  merchant.server.announces = false;
  await merchant.node.sendTo(address, 100_000);
  merchant.passTime(290_000);
  await merchant.sync();
  merchant.passTime(9_000);
  await merchant.sync();
  expect(await merchant.payment(id)).toMatchObject({ status: 'detected', flags: [] });
});

it('money that arrives after a payment’s expiry is found', async () => {
  const { id, address } = await merchant.create({
    expiresInSeconds: 300,
    requiredConfirmations: 1,
  });
  merchant.passTime(301_000);
  await merchant.settle();
  expect(await merchant.payment(id)).toMatchObject({ status: 'expired' });
  await merchant.node.sendTo(address, 100_000);
  await merchant.node.mine(1);
  await merchant.settle();
  expect(await merchant.payment(id)).toMatchObject({ status: 'confirmed', flags: ['late'] });
});

it('an address whose history is too long does not block other addresses', async () => {
  const busy = await merchant.create();
  const { id, address } = await merchant.create({ requiredConfirmations: 1 });
  const scripthash = scripthashOf(addressToScript(busy.address, 'regtest'));
  merchant.server.behave(async (method, params, honest) => {
    const isTooLong = method === HISTORY && params[0] === scripthash;
    return isTooLong ? new ElectrumError(1, 'history too large') : honest();
  });
  await merchant.node.sendTo(busy.address, 100_000);
  await merchant.node.sendTo(address, 100_000);
  await merchant.node.mine(1);
  await merchant.settle();
  expect(await merchant.payment(busy.id)).toMatchObject({ status: 'pending' });
  expect(await merchant.payment(id)).toMatchObject({ status: 'confirmed' });
});

it('if a server loses its connections during a reorg, no incorrect event is sent', async () => {
  const { id, address } = await merchant.create({ requiredConfirmations: 1 });
  await merchant.node.sendUnlocked(address, 100_000);
  await merchant.node.mine(1);
  await merchant.settle();
  merchant.server.cut();
  await merchant.node.reorg(1, 'mempool');
  for (let n = 0; n < 4; n++) {
    merchant.passTime(MINUTE_MS);
    await merchant.sync();
  }
  await merchant.settle();
  expect(await merchant.payment(id)).toMatchObject({ status: 'confirmed', flags: [] });
  expect(await merchant.typesOf(id)).toEqual(['payment.confirmed']);
});
