import path from 'node:path';
import { expect, test } from 'vitest';
import { OPERATOR } from '@/lib/domain/actor';
import { toSats } from '@/lib/domain/sats';
import { getPayment } from '@/lib/payments/get-payment';
import { newestBlocks } from '@/lib/payments/views/newest-blocks';
import { openSandboxRig } from '@/test/support/chain-rigs';
import { openForTestFile } from '@/test/support/open-for-test-file';

/** The landing page plays this recording, which must show what the software really does. */
const RECORDING = path.resolve('app/(site)/_parts/replay.json');
const BLOCKS_BEFORE = 14;

const rig = await openForTestFile(openSandboxRig());

/** Hashes differ from run to run, so blocks are numbered by their first appearance. */
const hashes: string[] = [];
function numberOf(hash: string): number {
  if (!hashes.includes(hash)) hashes.push(hash);
  return hashes.indexOf(hash);
}

async function frameAfter(what: string, id: string, eventsBefore: number) {
  const { row } = await getPayment(rig.base.db, OPERATOR, id);
  const blocks = await newestBlocks(rig.base.db, row.network);
  const events = await rig.events(id);
  return {
    what,
    status: row.status,
    flags: row.flags,
    covered_height: row.coveredHeight,
    events: events.slice(eventsBefore).map(({ type }) => type),
    blocks: blocks.map(({ height, hash }) => ({ height, id: numberOf(hash) })),
  };
}

test('the replay on the landing page matches the events that the sandbox sends', async () => {
  await rig.chain.mine(BLOCKS_BEFORE);
  await rig.settle();
  const terms = { amount_sats: 125_000, required_confirmations: 3 };
  const made = await rig.create({
    amount: toSats(terms.amount_sats),
    requiredConfirmations: terms.required_confirmations,
    webhookUrl: 'http://127.0.0.1:9/hook',
  });
  const steps: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['create', async () => {}],
    ['pay', () => rig.chain.pay(made.address, terms.amount_sats)],
    ['mine', () => rig.chain.mine(1)],
    ['reorg', () => rig.chain.reorg(1, 'empty')],
    ['mine', () => rig.chain.mine(1)],
    ['mine', () => rig.chain.mine(1)],
    ['mine', () => rig.chain.mine(1)],
  ];
  const frames: Awaited<ReturnType<typeof frameAfter>>[] = [];
  for (const [what, step] of steps) {
    const { length } = await rig.events(made.id);
    await step();
    await rig.settle();
    frames.push(await frameAfter(what, made.id, length));
  }
  await expect(`${JSON.stringify({ ...terms, frames })}\n`).toMatchFileSnapshot(RECORDING);
});
