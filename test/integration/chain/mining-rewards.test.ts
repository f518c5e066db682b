import { expect, test } from 'vitest';
import { MEMPOOL_GRACE_MS } from '@/lib/chain/follow/read-mempool';
import { openNodeMerchant } from '@/test/support/node-merchant';
import { openForTestFile } from '@/test/support/open-for-test-file';

/** Consensus: a mining reward can be spent in the block after its 100th confirmation. */
const MATURITY = 100;
const ELSEWHERE = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

const merchant = await openForTestFile(openNodeMerchant());

async function mine(blocks: number, address = ELSEWHERE): Promise<void> {
  await merchant.node.mine(blocks, address);
  for (let read = 0; read <= Math.ceil(blocks / 50); read++) await merchant.sync();
}

test.each([1, 3, 6])(
  'with %i required confirmations, a mining reward confirms a payment at the 100th confirmation',
  async (requiredConfirmations) => {
    const { id, address } = await merchant.create({ requiredConfirmations });
    await mine(1, address);
    expect(await merchant.payment(id)).toMatchObject({
      status: 'detected',
      flags: ['overpaid'],
      confirmations: 0,
    });
    await mine(MATURITY - 2);
    const before = await merchant.payment(id);
    expect(before).toMatchObject({ status: 'detected' });
    expect(before.confirmations).toBeLessThan(requiredConfirmations);
    await mine(1);
    expect(await merchant.payment(id)).toMatchObject({
      status: 'confirmed',
      confirmations: requiredConfirmations,
    });
    expect(await merchant.typesOf(id)).toEqual(['payment.detected', 'payment.confirmed']);
  },
);

test('a mining reward no longer counts once a reorg has replaced its block', async () => {
  const { id, address } = await merchant.create({ requiredConfirmations: 1 });
  await mine(1, address);
  await mine(2);
  expect(await merchant.payment(id)).toMatchObject({ status: 'detected' });
  await merchant.node.reorg(3, 'empty');
  await merchant.sync();
  merchant.passTime(MEMPOOL_GRACE_MS);
  await merchant.sync();
  merchant.passTime(MEMPOOL_GRACE_MS);
  await merchant.sync();
  expect(await merchant.payment(id)).toMatchObject({
    status: 'pending',
    received_sats: 0,
    flags: ['replaced'],
  });
});
