import { expect, test } from 'vitest';
import { openDatabase } from '@/db/client';
import { merkleRootOf } from '@/lib/bitcoin/scan';
import { type ChainSource, SourceError } from '@/lib/chain/source';
import { INITIAL_CHAIN_HEIGHT } from '@/lib/chain/sources/sandbox/genesis';
import { simulateMining } from '@/lib/chain/sources/sandbox/mine';
import { payAddress } from '@/lib/chain/sources/sandbox/pay-address';
import { reorg } from '@/lib/chain/sources/sandbox/reorg';
import { createSandboxSource } from '@/lib/chain/sources/sandbox/source';
import { toSats } from '@/lib/domain/sats';
import { createTestDatabase } from '@/test/support/database';
import { NO_WATCHED_SCRIPTS } from '@/test/support/no-watched-scripts';
import { openForTestFile } from '@/test/support/open-for-test-file';

const ADDRESS = 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry';
const NOW = new Date('2030-01-01T12:00:00.900Z');

const database = await openForTestFile(createTestDatabase());
const source = createSandboxSource(database.db, () => NOW);

const pay = async () =>
  (await payAddress(database.db, { address: ADDRESS, sats: toSats(1_000) }, NOW)).txid;

async function look(from: ChainSource) {
  const view = await from.mempool(async () => [], [], NO_WATCHED_SCRIPTS);
  if (!view) throw new Error('the sandbox can always tell its mempool');
  return { ...view, txids: view.transactions.map(({ txid }) => txid) };
}

async function tipTime(): Promise<Date> {
  return (await source.block((await source.tip()).hash, {})).time;
}

test('sources that are started concurrently create one sandbox chain', async () => {
  const fresh = await createTestDatabase();
  try {
    const sources = Array.from({ length: 8 }, () => createSandboxSource(fresh.db, () => NOW));
    const tips = await Promise.all(sources.map((each) => each.tip()));
    expect(new Set(tips.map(({ hash }) => hash)).size).toBe(1);
    expect(tips[0]?.height).toBe(INITIAL_CHAIN_HEIGHT);
  } finally {
    await fresh.drop();
  }
});

test('every block matches its hash and links to the previous block', async () => {
  const tip = await source.tip();
  let previous: string | undefined;
  for (let height = 0; height <= tip.height; height += 1) {
    const hash = await source.hashAt(height);
    if (hash === undefined) throw new Error(`no block at ${height}`);
    const block = await source.block(hash, {});
    expect(block.hash).toBe(hash);
    expect(block.prevHash).toBe(previous ?? '0'.repeat(64));
    expect(block.merkleRoot).toBe(merkleRootOf(block.transactions.map((each) => each.txid())));
    previous = hash;
  }
  expect(previous).toBe(tip.hash);
  expect(await source.hashAt(tip.height + 1)).toBeUndefined();
});

test('an unknown block is reported as a bad response', async () => {
  await expect(source.block('00'.repeat(32), {})).rejects.toMatchObject({
    name: 'SourceError',
    fault: 'bad_answer',
  });
});

test('a block removed by a reorg can still be read', async () => {
  const { blocks } = await simulateMining(database.db, { blocks: 1 }, NOW);
  await reorg(database.db, { blocks: 1 }, NOW);
  const [gone] = blocks;
  if (!gone) throw new Error('one block was mined');
  expect(await source.hashAt(gone.height)).not.toBe(gone.hash);
  expect((await source.block(gone.hash, {})).hash).toBe(gone.hash);
});

test('a source returns a transaction in every read until the reader has marked it as done', async () => {
  const txid = await pay();
  expect((await look(source)).txids).toContain(txid);
  const again = await look(source);
  expect(again.txids).toContain(txid);
  again.done();
  const later = await look(source);
  expect(later.txids).not.toContain(txid);
  expect(await later.has(txid)).toBe(true);
});

test('a new source in another process returns transactions that other processes have already read', async () => {
  const txid = await pay();
  (await look(source)).done();
  expect((await look(createSandboxSource(database.db))).txids).toContain(txid);
});

test('a mined transaction leaves the mempool, and is returned again after a reorg puts it back', async () => {
  const txid = await pay();
  (await look(source)).done();
  await simulateMining(database.db, { blocks: 1 }, NOW);
  const mined = await look(source);
  expect(await mined.has(txid)).toBe(false);
  expect(mined.txids).toEqual([]);
  await reorg(database.db, { blocks: 1, remine: false }, NOW);
  const returned = await look(source);
  expect(await returned.has(txid)).toBe(true);
  expect(returned.txids).toContain(txid);
});

test('blocks are dated by the clock, and stay in order when the clock is set back', async () => {
  const later = new Date('2030-01-01T13:00:00.900Z');
  await simulateMining(database.db, { blocks: 12 }, later);
  expect(await tipTime()).toEqual(new Date('2030-01-01T13:00:01Z'));
  await simulateMining(database.db, { blocks: 1 }, NOW);
  expect(await tipTime()).toEqual(new Date('2030-01-01T13:00:02Z'));
  await simulateMining(database.db, { blocks: 1 }, new Date('2030-01-01T14:00:00Z'));
  expect(await tipTime()).toEqual(new Date('2030-01-01T14:00:00Z'));
});

test('a lost database connection is reported as an unreachable source', async () => {
  const away = openDatabase('postgres://nobody@127.0.0.1:1/none');
  const answer = createSandboxSource(away.db).tip();
  await expect(answer).rejects.toBeInstanceOf(SourceError);
  await expect(answer).rejects.toMatchObject({ fault: 'unreachable' });
  await away.close();
});
