import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { payment } from '@/db/schema/payments';
import type { Currency } from '@/lib/domain/currency';
import type { Price } from '@/lib/domain/price';
import { earnedByDay } from '@/lib/payments/views/earned-by-day';
import { openSandboxRig } from '@/test/support/chain-rigs';
import { openForTestFile } from '@/test/support/open-for-test-file';

const rig = await openForTestFile(openSandboxRig());
const { db } = rig.base;

const FIFTY_EUROS: Price = {
  ...{ amount: '50', currency: 'EUR' as Currency, rate: '50000', source: 'fixed' },
  ...{ quotedAt: '2026-05-01T00:00:00Z', spreadPpm: 0 },
};

/** The earned payments, their satoshis and their volume in euros. */
async function confirmed() {
  const always = { starts: [new Date(0)], end: new Date('2100-01-01T00:00:00Z') };
  const [total] = await earnedByDay(db, [rig.key.id], always, 'EUR' as Currency);
  return [total?.payments, total?.sats, total?.volume?.amount];
}

test('outputs that arrive after a payment’s confirmation count as confirmed once they are in a block', async () => {
  const { id, address } = await rig.create({ requiredConfirmations: 1, price: FIFTY_EUROS });
  await rig.chain.pay(address, 100_000);
  await rig.settle();
  await rig.chain.mine(1);
  await rig.settle();
  expect(await confirmed()).toEqual([1, 100_000, '50.00']);

  const more = await rig.chain.pay(address, 900_000);
  await rig.settle();
  const overpaid = { status: 'confirmed', received_sats: 1_000_000, flags: ['overpaid'] };
  expect(await rig.payment(id)).toMatchObject(overpaid);
  expect(await confirmed()).toEqual([1, 100_000, '50.00']);

  await rig.chain.replaceAway(more);
  await rig.settle();
  expect(await rig.payment(id)).toMatchObject({ status: 'confirmed', received_sats: 100_000 });
  expect(await confirmed()).toEqual([1, 100_000, '50.00']);

  await rig.chain.pay(address, 300_000);
  await rig.chain.mine(1);
  await rig.settle();
  // The excess does not count as earned until a member marks the payment as done.
  expect(await confirmed()).toEqual([1, 100_000, '50.00']);
  await db
    .update(payment)
    .set({ handled: ['overpaid'] })
    .where(eq(payment.id, id));
  expect(await confirmed()).toEqual([1, 400_000, '200.00']);
});
