import { expect, it } from 'vitest';
import { writeDown } from '@/test/crash/node-part';
import { forFile } from '@/test/support/for-file';
import { openRefundMerchant } from '@/test/support/refund-merchant';

const merchant = await forFile(openRefundMerchant());
const { node } = merchant;
merchant.stopClock();

it('a refund is still found after the node has lost the block at which it was recorded', async () => {
  const [paymentId, address] = [await merchant.paid(), await node.address()];
  await writeDown(node);
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
