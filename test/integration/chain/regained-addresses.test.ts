import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { apiKey } from '@/db/schema/accounts';
import { payment } from '@/db/schema/payments';
import { reorg } from '@/lib/chain/sources/sandbox/reorg';
import { createSandboxSource } from '@/lib/chain/sources/sandbox/source';
import { createLedger } from '@/lib/payments/ledger';
import { customAddressHelpers } from '@/test/support/custom-address-helpers';
import { waitForLockWaiters } from '@/test/support/lock-waits';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { openTestMerchant } from '@/test/support/test-merchant';

const merchant = await openForTestFile(
  openTestMerchant(({ db }, clock) => createSandboxSource(db, clock)),
);
await merchant.sync();

const { newAddress, pay, mineBlocks, fork, create, standing, twoPayments } = customAddressHelpers(
  () => merchant,
);

describe('a payment that a reorg makes active again', () => {
  it('the address of a reactivated payment stays in use after a later payment to the address is canceled', async () => {
    const { address, first, second } = await twoPayments();
    await fork(1, false);
    expect(await standing(first)).toMatchObject({ status: 'detected', flags: ['reorged'] });
    await merchant.cancel(second);
    await expect(create(address)).rejects.toMatchObject({ code: 'address_in_use' });
    await mineBlocks(1);
  });

  it('if a chain read reactivates a payment while a create request reuses its address, the new payment gets the address', async () => {
    const { base, key } = merchant;
    const address = newAddress();
    const first = await create(address);
    await pay(address);
    await mineBlocks(1);
    expect(await standing(first)).toMatchObject({ status: 'confirmed' });
    await fork(1, false);
    // This transaction locks the key's row. The new payment's insert has a foreign key to this row,
    // so it waits.
    const [creating] = await base.db.transaction(async (tx) => {
      await tx.select().from(apiKey).where(eq(apiKey.id, key.id)).for('update');
      const made = create(address);
      await waitForLockWaiters('the create waits', base.db);
      expect(await merchant.sync()).toMatchObject({ kind: 'read' });
      return [made];
    });
    const second = await creating;
    expect(await merchant.payment(first)).toMatchObject({ status: 'detected', flags: ['reorged'] });
    expect(await merchant.payment(second)).toMatchObject({ status: 'pending', received_sats: 0 });
    await mineBlocks(1);
  });

  it('if a reorg reactivates a payment whose address an active later payment uses, the later payment keeps the address', async () => {
    const address = newAddress();
    const first = await create(address);
    const txid = await pay(address);
    await mineBlocks(1);
    expect(await standing(first)).toMatchObject({ status: 'confirmed' });
    // Payments are settled in the order of their ids. This test needs the later payment last.
    let second = await create(address, 3);
    while (second < first) {
      await merchant.cancel(second);
      second = await create(address, 3);
    }
    // The reorg drops the first transaction's change. The sandbox cannot spend this change here,
    // because it is less than the amount.
    await pay(address, 6_000_000_000);
    expect(await standing(second)).toMatchObject({ status: 'detected' });
    await reorg(merchant.base.db, { blocks: 1, remine: true, drop: [txid] }, merchant.now());
    expect(await standing(first)).toMatchObject({ status: 'detected', flags: ['reorged'] });
    expect(await merchant.payment(second)).toMatchObject({ confirmations: 2 });
    const rows = await merchant.base.db
      .select({ id: payment.id })
      .from(payment)
      .where(and(eq(payment.address, address), eq(payment.holdsAddress, true)));
    expect(rows).toEqual([{ id: second }]);
  });

  it('after a later payment to its address is canceled, a reactivated payment’s address is still looked up at Esplora', async () => {
    const { address, first, second, txid } = await twoPayments();
    await reorg(merchant.base.db, { blocks: 1, remine: true, drop: [txid] }, merchant.now());
    await standing(first);
    // After this time, a missing transaction no longer counts.
    merchant.passTime(61_000);
    expect(await standing(first)).toMatchObject({ status: 'pending' });
    const lookedUp = async () => {
      const { addresses } = await createLedger(merchant.base.db).open('regtest', merchant.now());
      return addresses.some((one) => one.address === address);
    };
    expect(await lookedUp()).toBe(true);
    await merchant.cancel(second);
    expect(await merchant.payment(first)).toMatchObject({ status: 'pending' });
    expect(await lookedUp()).toBe(true);
  });

  it('if a later payment is canceled, further outputs to its address count for the reactivated earlier payment', async () => {
    const { address, first, second } = await twoPayments();
    await fork(1, false);
    await standing(first);
    await merchant.cancel(second);
    await pay(address, 5_000);
    expect(await standing(first)).toMatchObject({
      received_sats: 105_000,
      flags: ['overpaid', 'reorged'],
    });
    expect(await merchant.payment(second)).toMatchObject({ status: 'canceled', received_sats: 0 });
    await mineBlocks(1);
  });
});
