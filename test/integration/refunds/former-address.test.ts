import { describe, expect, it } from 'vitest';
import { OPERATOR } from '@/lib/domain/actor';
import { updateKey } from '@/lib/keys/update-key';
import { acceptRefundOutput } from '@/lib/refunds/accept-refund-output';
import { dropRefund } from '@/lib/refunds/drop-refund';
import { getRefund } from '@/lib/refunds/get-refund';
import { setRefundAddress } from '@/lib/refunds/set-refund-address';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { openRefundMerchant } from '@/test/support/refund-merchant';

const merchant = await openForTestFile(openRefundMerchant());
const { node, member, deps } = merchant;
merchant.stopClock();

describe('a payment to the former address of a refund', () => {
  async function changed() {
    const made = await merchant.refund();
    await merchant.sync();
    const now = await node.address();
    await setRefundAddress(deps, member, { refundId: made.id, address: now }, merchant.now());
    return { ...made, now };
  }

  it('until a member accepts it, an output to a refund’s former address is only listed', async () => {
    const { id, paymentId, address, sats } = await changed();
    const txid = await node.sendTo(address, sats);
    await node.mine(1);
    await merchant.sync();
    expect(await merchant.shown(id)).toMatchObject({ status: 'ready' });
    const { otherOutputs } = await getRefund(deps.db, member, id);
    expect(otherOutputs).toMatchObject([{ txid, sats, address }]);
    const vout = otherOutputs[0]?.vout ?? -1;
    const output = { refundId: id, txid, vout, confirmExcess: false };
    await acceptRefundOutput(deps, member, output, merchant.now());
    await merchant.sync();
    expect(await merchant.shown(id)).toMatchObject({ status: 'confirmed', address, txid });
    expect(await merchant.refundEvents(paymentId)).toEqual(['refund.created', 'refund.confirmed']);
  });

  it('an output to a dropped refund’s former address is listed, and does not pay the refund', async () => {
    const { id, paymentId, address, sats } = await changed();
    await dropRefund(deps.db, member, id, merchant.now());
    const txid = await node.sendTo(address, sats);
    await node.mine(1);
    await merchant.sync();
    expect(await merchant.shown(id)).toMatchObject({ status: 'dropped' });
    const { otherOutputs } = await getRefund(deps.db, member, id);
    expect(otherOutputs).toMatchObject([{ txid, sats, address }]);
    expect(await merchant.refundEvents(paymentId)).toEqual(['refund.created']);
  });

  it('a refund whose address was changed is paid by an output to its new address', async () => {
    const { id, now, sats } = await changed();
    const txid = await node.sendTo(now, sats);
    await merchant.sync();
    expect(await merchant.shown(id)).toMatchObject({ status: 'sent', address: now, txid });
  });

  it('an output to a former refund address is found even if the address changed between two chain reads', async () => {
    const { id, paymentId } = await merchant.refund({ address: null });
    const [first, second] = [await node.address(), await node.address()];
    for (const address of [first, second]) {
      await setRefundAddress(deps, member, { refundId: id, address }, merchant.now());
    }
    await node.sendTo(first, 40_000);
    await merchant.sync();
    const { otherOutputs } = await getRefund(deps.db, member, id);
    expect(otherOutputs).toMatchObject([{ address: first, sats: 40_000 }]);
    await updateKey(deps.db, OPERATOR, merchant.key.id, { allowCustomAddresses: true }, new Date());
    const asked = merchant.create({ destinationAddress: first });
    await expect(asked).rejects.toMatchObject({ code: 'address_in_use' });
    expect(await merchant.refundEvents(paymentId)).toEqual(['refund.created']);
  });
});
