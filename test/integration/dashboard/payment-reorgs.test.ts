import { expect, test } from 'vitest';
import { OPERATOR } from '@/lib/domain/actor';
import { getPayment } from '@/lib/payments/get-payment';
import { reorgOf } from '@/lib/payments/views/reorgs';
import { openSandboxRig } from '@/test/support/chain-rigs';
import { openForTestFile } from '@/test/support/open-for-test-file';

const rig = await openForTestFile(openSandboxRig());

async function create() {
  const { id, address } = await rig.create({ requiredConfirmations: 1 });
  return { id, address };
}

/** The heights of a payment's replaced blocks, relative to the tip. */
async function replaced(id: string) {
  const { row, chainHeight } = await getPayment(rig.base.db, OPERATOR, id);
  const reorg = await reorgOf(rig.base.db, row);
  const from = (height: number) => height - (chainHeight ?? 0);
  return reorg && [from(reorg.forkHeight + 1), from(reorg.fromHeight)];
}

const pay = async (address: string) => {
  await rig.chain.pay(address, 100_000);
  await rig.settle();
};

const mine = async (blocks: number) => {
  await rig.chain.mine(blocks);
  await rig.settle();
};

test('a reorg is recorded on payments in the replaced blocks, and not on payments created later', async () => {
  const before = await create();
  expect(await replaced(before.id)).toBeNull();
  await pay(before.address);
  await mine(2);
  expect(await replaced(before.id)).toBeNull();
  await rig.chain.reorg(2, 'empty');
  await rig.settle();
  // Three blocks have replaced two, and the payment is in the mempool again.
  expect(await replaced(before.id)).toEqual([-2, -1]);
  await mine(1);
  const after = await create();
  await pay(after.address);
  await mine(1);
  expect(await replaced(after.id)).toBeNull();
  expect(await replaced(before.id)).toEqual([-4, -3]);
});

test('a reorg is recorded only on payments whose blocks were replaced', async () => {
  const before = await create();
  await pay(before.address);
  await mine(2);
  const between = await create();
  await pay(between.address);
  await rig.chain.reorg(1, 'empty');
  await rig.settle();
  await mine(1);
  expect(await replaced(before.id)).toBeNull();
  expect(await replaced(between.id)).toBeNull();
});

test('a second reorg is not recorded on a payment that has been unconfirmed since the first reorg', async () => {
  const { id, address } = await create();
  await pay(address);
  await mine(2);
  await rig.chain.reorg(2, 'empty');
  await rig.settle();
  expect(await replaced(id)).toEqual([-2, -1]);
  await rig.chain.reorg(3, 'empty');
  await rig.settle();
  // The payment still records only the first reorg. The second reorg has raised the tip by one.
  expect(await replaced(id)).toEqual([-3, -2]);
});
