import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBitcoind, type TestNode } from '@/test/support/bitcoind';

let node: TestNode;
beforeAll(async () => {
  node = await startBitcoind();
});
afterAll(() => node.stop());

const mempool = () => node.rpc<string[]>('getrawmempool');

test('a bumped transaction takes the place of the first one in the mempool', async () => {
  const first = await node.sendTo(await node.address(), 50_000);
  const second = await node.bumpFee(first);
  expect(await mempool()).toEqual([second]);
});

test('a replacement that pays someone else takes the place of the first one', async () => {
  const first = await node.sendTo(await node.address(), 60_000);
  const second = await node.replace(first);
  expect(await mempool()).toContain(second);
  expect(await mempool()).not.toContain(first);
});

test('a transaction that was never in the mempool can be mined', async () => {
  const first = await node.sendTo(await node.address(), 70_000);
  const raw = await node.conflicting(first);
  await node.mineOnly([raw]);
  expect(await mempool()).not.toContain(first);
});

test('a reorg replaces the newest blocks by one more, with or without their transactions', async () => {
  const txid = await node.sendTo(await node.address(), 80_000);
  await node.mine(3);
  const before = await node.tip();
  await node.reorg(3, 'empty');
  expect(await node.tip()).toMatchObject({ height: before.height + 1 });
  expect(await mempool()).toContain(txid);
  await node.reorg(1);
  expect(await mempool()).toEqual([]);
});

test('a node that was stopped goes on with its chain and its wallet', async () => {
  const before = await node.tip();
  await node.pause();
  await node.resume();
  expect(await node.tip()).toEqual(before);
  await node.sendTo(await node.address(), 10_000);
  expect(await mempool()).toHaveLength(1);
});
