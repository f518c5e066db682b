import { expect, it } from 'vitest';
import { flushChainToDisk } from '@/test/crash/node-part';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { openRefundMerchant } from '@/test/support/refund-merchant';

const merchant = await openForTestFile(openRefundMerchant());
const { node } = merchant;
merchant.stopClock();

it('a refund is found even if the node has lost the block at which the refund was recorded', async () => {
  const [paymentId, address] = [await merchant.paid(), await node.address()];
  await flushChainToDisk(node);
  await node.mine(2);
  await merchant.sync();
  const { id, sats } = await merchant.refund({ paymentId, address });
  await merchant.sync();
  await node.pause('SIGKILL');
  await node.resume();
  const txid = await node.sendTo(address, sats);
  await node.mine(1);
  await merchant.sync();
  expect(await merchant.shown(id)).toMatchObject({ status: 'confirmed', txid });
  expect(await merchant.refundEvents(paymentId)).toEqual(['refund.created', 'refund.confirmed']);
});
