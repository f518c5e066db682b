import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { block } from '@/db/schema/chain';
import { OPERATOR } from '@/lib/domain/actor';
import { getPayment } from '@/lib/payments/get-payment';
import { paymentBlocks } from '@/lib/payments/views/payment-blocks';
import { openSandboxRig } from '@/test/support/chain-rigs';
import { forFile } from '@/test/support/for-file';

const rig = await forFile(openSandboxRig());

async function create(requiredConfirmations: number) {
  const { id, address } = await rig.create({ requiredConfirmations });
  return { id, address };
}

/** The blocks of a payment as distances to the newest block. */
async function shown(id: string) {
  const { row, chainHeight } = await getPayment(rig.base.db, OPERATOR, id);
  const strip = await paymentBlocks(rig.base.db, row);
  const from = (height: number | null | undefined) =>
    typeof height === 'number' ? height - (chainHeight ?? 0) : null;
  return (
    strip && {
      last: from(strip.blocks.at(-1)?.height),
      covered: from(strip.coveredHeight),
      reorg: strip.reorg && [from(strip.reorg.forkHeight + 1), from(strip.reorg.fromHeight)],
    }
  );
}

const pay = async (address: string, sats = 100_000) => {
  await rig.chain.pay(address, sats);
  await rig.settle();
};

const mine = async (blocks: number) => {
  await rig.chain.mine(blocks);
  await rig.settle();
};

test('the blocks of a payment follow the tip, and end with the block that confirms it', async () => {
  const { id, address } = await create(2);
  expect(await shown(id)).toBeNull();
  await pay(address, 60_000);
  // A part payment has no block that could confirm it.
  expect(await shown(id)).toBeNull();
  await pay(address, 40_000);
  expect(await shown(id)).toEqual({ last: 0, covered: null, reorg: null });
  await mine(1);
  expect(await shown(id)).toEqual({ last: 0, covered: 0, reorg: null });
  await mine(1);
  expect(await shown(id)).toEqual({ last: 0, covered: -1, reorg: null });
  await mine(3);
  expect(await shown(id)).toEqual({ last: -3, covered: -4, reorg: null });
});

test('a reorg appears on the strip of a payment whose blocks were replaced, and of no later payment', async () => {
  const before = await create(1);
  await pay(before.address);
  await mine(2);
  await rig.chain.reorg(2, 'empty');
  await rig.settle();
  // Back in the mempool: two blocks were replaced by three.
  expect(await shown(before.id)).toEqual({ last: 0, covered: null, reorg: [-2, -1] });
  await mine(1);
  expect(await shown(before.id)).toEqual({ last: 0, covered: 0, reorg: [-3, -2] });

  await mine(14);
  const after = await create(1);
  await pay(after.address);
  await mine(1);
  expect(await shown(after.id)).toEqual({ last: 0, covered: 0, reorg: null });
  expect(await shown(before.id)).toEqual({ last: -15, covered: -15, reorg: [-18, -17] });
});

test('a reorg of other blocks does not appear on the strip of a payment beside them', async () => {
  const before = await create(1);
  await pay(before.address);
  await mine(2);
  const between = await create(1);
  await pay(between.address);
  await rig.chain.reorg(1, 'empty');
  await rig.settle();
  await mine(1);
  expect((await shown(before.id))?.reorg).toBeNull();
  expect((await shown(between.id))?.reorg).toBeNull();
});

test('a payment whose blocks are no longer stored has no strip', async () => {
  const { id, address } = await create(1);
  await pay(address);
  await mine(2);
  expect(await shown(id)).toEqual({ last: -1, covered: -1, reorg: null });
  await rig.base.db.execute(
    sql`delete from ${block} where ${block.height} < (select max(${block.height}) from ${block})`,
  );
  expect(await shown(id)).toBeNull();
});
