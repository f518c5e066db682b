import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createBitcoindSource } from '@/lib/chain/sources/node/bitcoind';
import { startBitcoind } from '@/test/support/bitcoind';
import { openNodeMerchant } from '@/test/support/node-merchant';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { openTestMerchant } from '@/test/support/test-merchant';

const [merchant, syncing] = await Promise.all([
  openForTestFile(openNodeMerchant()),
  openForTestFile(startBitcoind({ chain: 'signet' })),
]);
const unread = await openForTestFile(openTestMerchant(() => nobody()));
const onSignet = await openForTestFile(
  openTestMerchant(() => createBitcoindSource('signet', new URL(syncing.url)), 'signet'),
);

function nobody() {
  return createBitcoindSource('regtest', new URL('http://user:pass@127.0.0.1:1'));
}

const refusal = { code: 'network_unavailable' };

it('an output that was mined before its payment was created never counts, even if the node was then unreachable', async () => {
  const { node, source } = merchant;
  const destinationAddress = await node.address();
  merchant.source = nobody();
  await node.sendTo(destinationAddress, 100_000);
  await node.mine(1);
  merchant.passTime(3_600_000);
  await expect(merchant.create({ destinationAddress })).rejects.toMatchObject(refusal);
  merchant.source = source;
  const { id } = await merchant.create({ destinationAddress });
  await merchant.sync();
  expect(await merchant.payment(id)).toMatchObject({ status: 'pending', received_sats: 0 });
});

it('customer-provided addresses are still accepted for ten minutes after the node becomes unreachable', async () => {
  const { node, source } = merchant;
  merchant.stopClock();
  await merchant.sync();
  merchant.source = nobody();
  merchant.passTime(600_000);
  const { id, address } = await merchant.create({ destinationAddress: await node.address() });
  merchant.passTime(1);
  const destinationAddress = await node.address();
  await expect(merchant.create({ destinationAddress })).rejects.toMatchObject(refusal);
  expect(await merchant.create()).toMatchObject({ status: 'pending' });
  merchant.source = source;
  const txid = await node.sendTo(address, 100_000);
  await merchant.sync();
  expect(await merchant.payment(id)).toMatchObject({ status: 'detected', txid });
});

it('until a chain read has stored a tip, a create request waits for a slow source', async () => {
  const { source } = merchant;
  const slowly = async () => {
    await sleep(1_100);
    return source.tip();
  };
  unread.source = { ...source, tip: slowly };
  const destinationAddress = await merchant.node.address();
  expect(await unread.create({ destinationAddress })).toMatchObject({ status: 'pending' });
});

it('before the first chain read, and during a node’s initial sync, only wallet addresses are accepted', async () => {
  const destinationAddress = await merchant.node.address();
  unread.source = nobody();
  await expect(unread.create({ destinationAddress })).rejects.toMatchObject(refusal);
  expect(await unread.create()).toMatchObject({ status: 'pending' });
  const foreign = { destinationAddress: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx' };
  await expect(onSignet.create(foreign)).rejects.toMatchObject(refusal);
  expect(await onSignet.create()).toMatchObject({ status: 'pending' });
});
