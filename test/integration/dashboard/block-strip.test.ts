import { expect, test } from 'vitest';
import { block } from '@/db/schema/chain';
import { type BlockStrip, blockStrip } from '@/lib/payments/views/block-strip';
import { BLOCKS_SHOWN } from '@/lib/payments/views/newest-blocks';
import { openSandboxRig } from '@/test/support/chain-rigs';
import { createTestKey } from '@/test/support/factories';
import { forFile } from '@/test/support/for-file';

const rig = await forFile(openSandboxRig());

const read = (keyIds = [rig.key.id]) => blockStrip(rig.base.db, 'regtest', keyIds);

async function paid(sats: number, requiredConfirmations: number) {
  const made = await rig.create({ requiredConfirmations, reference: `${sats}` });
  const txid = await rig.chain.pay(made.address, sats);
  await rig.settle();
  return { id: made.id, txid };
}

const mine = async (blocks: number) => {
  await rig.chain.mine(blocks);
  await rig.settle();
};

const open = ({ open, blocks }: BlockStrip) => {
  const tip = blocks.at(-1)?.height ?? 0;
  return open.map((one) => [
    one.reference,
    one.status,
    one.coveredHeight === null ? null : one.coveredHeight - tip,
  ]);
};

/** What the newest blocks confirmed, newest first. */
const confirmed = ({ blocks }: BlockStrip, count: number) =>
  blocks
    .slice(-count)
    .reverse()
    .map(({ sats, payments }) => [sats, payments]);

test('payments appear under the blocks that confirm them, in the column of the last of these blocks', async () => {
  await paid(1_000_000, 3);
  const shown = await read();
  expect(open(shown)).toEqual([['1000000', 'detected', null]]);
  expect(shown.mempool).toEqual({ sats: 1_000_000, payments: 1 });

  await mine(1);
  await paid(2_000_000, 1);
  const two = await read();
  // The mined one needs two more blocks, and the other would need one more once mined.
  expect(open(two)).toEqual([
    ['1000000', 'detected', 0],
    ['2000000', 'detected', null],
  ]);
  expect(two.mempool).toEqual({ sats: 2_000_000, payments: 1 });

  await mine(1);
  const three = await read();
  expect(open(three)).toEqual([
    ['2000000', 'confirmed', 0],
    ['1000000', 'detected', -1],
  ]);
  expect(confirmed(three, 2)).toEqual([
    [2_000_000, 1],
    [0, 0],
  ]);
  expect(three.mempool).toEqual({ sats: 0, payments: 0 });

  await mine(1);
  const four = await read();
  expect(open(four)).toEqual([['1000000', 'confirmed', -2]]);
  expect(confirmed(four, 2)).toEqual([
    [1_000_000, 1],
    [2_000_000, 1],
  ]);
  await mine(1);
  expect(open(await read())).toEqual([]);
});

test('a reorg removes the payments of the disconnected blocks from the strip', async () => {
  const { id } = await paid(3_000_000, 1);
  await mine(1);
  const before = await read();
  expect(confirmed(before, 1)).toEqual([[3_000_000, 1]]);
  expect(before.reorg).toBeNull();
  await rig.chain.reorg(1, 'empty');
  await rig.settle();
  const after = await read();
  const replaced = before.blocks.at(-1);
  expect(after.reorg).toMatchObject({ fromHeight: replaced?.height, fromHash: replaced?.hash });
  expect(confirmed(after, 2)).toEqual([
    [0, 0],
    [0, 0],
  ]);
  expect(open(after)).toEqual([['3000000', 'detected', null]]);
  await mine(1);
  expect((await rig.payment(id)).status).toBe('confirmed');
  expect(confirmed(await read(), 1)).toEqual([[3_000_000, 1]]);
  await mine(BLOCKS_SHOWN);
  expect((await read()).reorg).toBeNull();
});

test('the strip of another key has the same blocks, without the first key’s payments', async () => {
  const other = await createTestKey(rig.base.db);
  await paid(4_000_000, 2);
  const [mine, theirs] = [await read(), await read([other.id])];
  expect(theirs.blocks.map(({ hash }) => hash)).toEqual(mine.blocks.map(({ hash }) => hash));
  expect(theirs.blocks.every(({ sats, payments }) => sats === 0 && payments === 0)).toBe(true);
  expect(theirs.open).toEqual([]);
  expect(theirs.mempool).toEqual({ sats: 0, payments: 0 });
  expect(await read([])).toEqual(theirs);
});

test('blocks have the time of their header, or no time if they were read before times were stored', async () => {
  const { blocks } = await read();
  expect(blocks.every(({ time }) => time instanceof Date)).toBe(true);
  expect(blocks.map(({ height }) => height)).toEqual(
    blocks.map((_, place) => (blocks[0]?.height ?? 0) + place),
  );
  await rig.base.db.update(block).set({ time: null });
  expect((await read()).blocks.map(({ time }) => time)).toEqual(blocks.map(() => null));
});
