import { describe, expect, it } from 'vitest';
import { replaceTransaction } from '@/lib/chain/sources/sandbox/replace-transaction';
import { createSandboxSource } from '@/lib/chain/sources/sandbox/source';
import { expirePayments } from '@/lib/payments/expire-payments';
import { syncChain } from '@/lib/payments/sync-chain';
import { customAddressHelpers } from '@/test/support/custom-address-helpers';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { openTestMerchant } from '@/test/support/test-merchant';

const merchant = await openForTestFile(
  openTestMerchant(({ db }, clock) => createSandboxSource(db, clock)),
);
await merchant.sync();

const { newAddress, pay, mineBlocks, fork, create, standing, twoPayments } = customAddressHelpers(
  () => merchant,
);

describe('an output to a customer-provided address', () => {
  it('an output first seen after its payment was created counts at any block height', async () => {
    const address = newAddress();
    const id = await create(address);
    const txid = await pay(address);
    expect(await standing(id)).toMatchObject({ status: 'detected', txid });
    await fork(3, true);
    expect(await standing(id)).toMatchObject({ status: 'confirmed', txid, confirmations: 4 });
  });

  it('a reorg that changes an output’s height never moves the output to a later payment with the same address', async () => {
    const { first, second, txid } = await twoPayments();
    await mineBlocks(2);
    await fork(4, true);
    expect(await standing(first)).toMatchObject({ status: 'confirmed', txid });
    expect(await standing(second)).toMatchObject({ status: 'pending', received_sats: 0 });
  });

  it('an output that was mined before a second payment was created belongs to the first payment', async () => {
    const address = newAddress();
    const first = await create(address);
    await standing(first);
    const txid = await pay(address);
    await mineBlocks(1);
    await merchant.cancel(first);
    const second = await create(address);
    expect(await standing(first)).toMatchObject({ status: 'confirmed', flags: ['late'], txid });
    expect(await merchant.payment(second)).toMatchObject({ status: 'pending', received_sats: 0 });
  });
});

describe('an output in the mempool older than a payment to its address', () => {
  it('an output that was unconfirmed when its payment was created is found by every process', async () => {
    const [first, second] = [newAddress(), newAddress()];
    await pay(first);
    await pay(second);
    await merchant.sync();
    const other = createSandboxSource(merchant.base.db, merchant.now);
    const syncOther = () => syncChain(merchant.base.database, 'regtest', other, merchant.now);
    await syncOther();
    const ids = [await create(first), await create(second)];
    await syncOther();
    await mineBlocks(1);
    for (const id of ids) {
      expect(await standing(id)).toMatchObject({ status: 'confirmed', received_sats: 100_000 });
      const events = (await merchant.events(id)).map(({ type }) => type);
      expect(events).toEqual(['payment.detected', 'payment.confirmed']);
    }
  });

  it('an output that was unconfirmed when its payment was created is found before the payment can expire', async () => {
    const address = newAddress();
    const txid = await pay(address);
    await merchant.sync();
    // The clock is an hour slow when the payment is created, so the payment is overdue before the
    // first chain read.
    merchant.passTime(-3_600_000);
    const { id } = await merchant.create({ destinationAddress: address, expiresInSeconds: 300 });
    merchant.passTime(3_600_000);
    expect(await expirePayments(merchant.base.db, merchant.now())).toBe(0);
    expect(await standing(id)).toMatchObject({ status: 'detected', txid, flags: [] });
  });

  it('an unconfirmed output stays with its payment after a later payment to the address is created', async () => {
    const address = newAddress();
    const first = await create(address);
    await pay(address, 50_000);
    await standing(first);
    merchant.passTime(3_601_000);
    expect(await standing(first)).toMatchObject({ status: 'expired', received_sats: 50_000 });
    const second = await create(address);
    expect(await standing(second)).toMatchObject({ status: 'pending', received_sats: 0 });
    expect(await merchant.payment(first)).toMatchObject({ received_sats: 50_000 });
  });
});

describe('a reorg between two reads', () => {
  it('payment.confirmed is sent again if a reorg between two reads confirms another transaction', async () => {
    const id = await create(newAddress());
    const { address } = await merchant.payment(id);
    const first = await pay(address);
    await mineBlocks(1);
    expect(await standing(id)).toMatchObject({ status: 'confirmed', txid: first });
    await fork(1, false);
    const bumped = await replaceTransaction(
      merchant.base.db,
      { txid: first, to: 'same' },
      merchant.now(),
    );
    await mineBlocks(1);
    expect(await standing(id)).toMatchObject({ status: 'confirmed', txid: bumped.txid, flags: [] });
    const events = await merchant.events(id);
    expect(events.map(({ type, txid }) => [type, txid])).toEqual([
      ['payment.confirmed', first],
      ['payment.confirmed', bumped.txid],
    ]);
  });
});
