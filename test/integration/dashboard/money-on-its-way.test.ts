import { expect, test } from 'vitest';
import { setDisplayCurrency } from '@/lib/accounts/set-display-currency';
import type { Currency } from '@/lib/domain/currency';
import type { Price } from '@/lib/domain/price';
import { blockStrip } from '@/lib/payments/views/block-strip';
import { readOverviewStrips } from '@/lib/payments/views/overview-strips';
import { createTestActor } from '@/test/support/actor';
import { openSandboxRig } from '@/test/support/chain-rigs';
import { forFile } from '@/test/support/for-file';
import { UNREAD_CHAINS as kinds } from '@/test/support/unread-chains';

const rig = await forFile(openSandboxRig());
const { db } = rig.base;
const owner = await createTestActor(db, rig.key.merchantId, 'owner');
await setDisplayCurrency(db, owner, 'EUR' as Currency, rig.now());

const FIFTY_EUROS: Price = {
  ...{ amount: '50', currency: 'EUR' as Currency, rate: '50000', source: 'fixed' },
  ...{ quotedAt: '2026-05-01T00:00:00Z', spreadPpm: 0 },
};

/**
 * What the overview counts as confirmed: in sat, in the display currency, and by the newest block.
 */
async function confirmed() {
  const request = { network: 'regtest', range: '7d', timeZone: 'UTC', kinds } as const;
  const { total, today, buckets } = await readOverviewStrips(db, owner, request, rig.now());
  expect(total.sats).toBe(buckets.reduce((sum, { received }) => sum + received.sats, 0));
  expect(today).toMatchObject(total);
  const { blocks } = await blockStrip(db, 'regtest', [rig.key.id]);
  const inBlocks = blocks.reduce((sum, { sats }) => sum + sats, 0);
  return [total.payments, total.sats, total.volume?.amount, inBlocks];
}

test('a further output to a confirmed payment’s address counts as confirmed once it is in a block', async () => {
  const { id, address } = await rig.create({ requiredConfirmations: 1, price: FIFTY_EUROS });
  await rig.chain.pay(address, 100_000);
  await rig.settle();
  await rig.chain.mine(1);
  await rig.settle();
  expect(await confirmed()).toEqual([1, 100_000, '50.00', 100_000]);

  const more = await rig.chain.pay(address, 900_000);
  await rig.settle();
  const overpaid = { status: 'confirmed', received_sats: 1_000_000, flags: ['overpaid'] };
  expect(await rig.payment(id)).toMatchObject(overpaid);
  expect(await confirmed()).toEqual([1, 100_000, '50.00', 100_000]);

  await rig.chain.replaceAway(more);
  await rig.settle();
  expect(await rig.payment(id)).toMatchObject({ status: 'confirmed', received_sats: 100_000 });
  expect(await confirmed()).toEqual([1, 100_000, '50.00', 100_000]);

  await rig.chain.pay(address, 300_000);
  await rig.chain.mine(1);
  await rig.settle();
  expect(await confirmed()).toEqual([1, 400_000, '200.00', 400_000]);
});
