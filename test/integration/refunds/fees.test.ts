import { expect, it } from 'vitest';
import { SourceError } from '@/lib/chain/source';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { openRefundMerchant } from '@/test/support/refund-merchant';

const merchant = await openForTestFile(openRefundMerchant());
const { node } = merchant;
merchant.stopClock();

it('the fee of a refund’s transaction is requested again after a failed request to the node', async () => {
  const { id, address, sats } = await merchant.refund();
  const txid = await node.sendTo(address, sats);
  await node.mine(1);
  const whole = merchant.source;
  merchant.source = {
    ...whole,
    feeOf: () => Promise.reject(new SourceError('unreachable', 'the connection was cut')),
  };
  await merchant.sync();
  merchant.source = whole;
  expect(await merchant.shown(id)).toMatchObject({ status: 'confirmed', txid, fee_sats: null });
  await merchant.sync();
  const { fee } = await node.rpc<{ fee: number }>('gettransaction', txid);
  expect((await merchant.shown(id)).fee_sats).toBe(Math.round(-fee * 100_000_000));
});
