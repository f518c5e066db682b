import { and, eq, sql } from 'drizzle-orm';
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
    // This transaction locks the key's row. The new payment's insert waits for the row because of
    // its foreign key, and the chain read then waits for the inserted address.
    const [creating, reading] = await base.db.transaction(async (tx) => {
      await tx.select().from(apiKey).where(eq(apiKey.id, key.id)).for('update');
      const made = create(address);
      await waitForLockWaiters('the create waits', base.db);
      const read = merchant.sync();
      await waitForLockWaiters('the read waits', base.db, 2);
      return [made, read] as const;
    });
    const second = await creating;
    expect(await reading).toMatchObject({ kind: 'read' });
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
    // Payments are settled in the order of their ids, and this test needs the later one last.
    let second = await create(address, 3);
    while (second < first) {
      await merchant.cancel(second);
      second = await create(address, 3);
    }
    // The amount is more than the first transaction's change, so the sandbox spends another output.
    // The reorg drops that change.
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

  it('a create request is refused if it waits for a chain read that reactivates a payment with the same address', async () => {
    const { base } = merchant;
    const { address, first, second } = await twoPayments();
    await fork(1, false);
    // Delays the chain read after it settles the payment and before it commits.
    await base.db.execute(sql`create function hold_up() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock(42); return new; end $$`);
    await base.db.execute(sql`create trigger hold_up before insert on payment_change
      for each row when (new.payment_id = ${sql.raw(`'${first}'`)}) execute function hold_up()`);
    const [creating, reading] = await base.db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(42)`);
      const read = merchant.sync();
      await waitForLockWaiters('the read waits', base.db);
      await merchant.cancel(second);
      const refused = create(address).catch((error: unknown) => error);
      await waitForLockWaiters('the create waits', base.db, 2);
      return [refused, read] as const;
    });
    expect(await creating).toMatchObject({ code: 'address_in_use' });
    expect(await reading).toMatchObject({ kind: 'read' });
    await base.db.execute(sql`drop trigger hold_up on payment_change`);
    await mineBlocks(1);
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
      return addresses.filter((one) => one.address === address).length;
    };
    expect(await lookedUp()).toBe(1);
    await merchant.cancel(second);
    expect(await merchant.payment(first)).toMatchObject({ status: 'pending' });
    expect(await lookedUp()).toBe(1);
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
