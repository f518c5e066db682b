import { expect, test } from 'vitest';
import { scanTransaction } from '@/lib/bitcoin/scan';
import { simulateMining } from '@/lib/chain/sources/sandbox/mine';
import { payAddress } from '@/lib/chain/sources/sandbox/pay-address';
import { reorg } from '@/lib/chain/sources/sandbox/reorg';
import { doubleSpend, replaceTransaction } from '@/lib/chain/sources/sandbox/replace-transaction';
import { createSandboxSource } from '@/lib/chain/sources/sandbox/source';
import { MAX_SANDBOX_BLOCKS } from '@/lib/domain/limits';
import { toSats } from '@/lib/domain/sats';
import { createTestDatabase } from '@/test/support/database';
import { NO_WATCHED_SCRIPTS } from '@/test/support/no-watched-scripts';
import { openForTestFile } from '@/test/support/open-for-test-file';

const ADDRESS = 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry';
const NOW = new Date('2030-01-01T12:00:00Z');

const database = await openForTestFile(createTestDatabase());

const pay = async (sats = 50_000) =>
  (await payAddress(database.db, { address: ADDRESS, sats: toSats(sats) }, NOW)).txid;
const replace = (txid: string, to: 'same' | 'nowhere') =>
  replaceTransaction(database.db, { txid, to }, NOW);

async function mempool() {
  const view = await createSandboxSource(database.db, () => NOW).mempool(
    async () => [],
    [],
    NO_WATCHED_SCRIPTS,
  );
  const scanned = view?.transactions.map(({ txid, raw }) => [txid, scanTransaction(raw)] as const);
  return new Map(scanned);
}

async function state() {
  const tip = await createSandboxSource(database.db).tip();
  return { tip, mempool: [...(await mempool()).keys()] };
}

test.each([
  ['nothing', { sats: 0 }, 'at least 1 sat'],
  ['more than the balance', { sats: 2_100_000_000_000_000 }, 'too few spendable outputs'],
  [
    'to mainnet',
    { address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' },
    'an address of mainnet',
  ],
  [
    'to a test network',
    { address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx' },
    'an address of testnet',
  ],
  ['to an invalid address', { address: 'nonsense' }, 'not a Bitcoin address'],
])('paying %s is rejected', async (_, input, message) => {
  const before = await state();
  const { address = ADDRESS, sats = 1_000 } = input as { address?: string; sats?: number };
  await expect(payAddress(database.db, { address, sats: toSats(sats) }, NOW)).rejects.toMatchObject(
    { name: 'SandboxRefusal', message: expect.stringContaining(message) },
  );
  expect(await state()).toEqual(before);
});

test('only a transaction in the mempool can be replaced or double-spent', async () => {
  const replaced = await pay();
  const confirmed = (await replace(replaced, 'same')).txid;
  await simulateMining(database.db, { blocks: 1 }, NOW);
  for (const txid of [replaced, confirmed]) {
    await expect(replace(txid, 'same')).rejects.toThrow('already');
    await expect(doubleSpend(database.db, { txid }, NOW)).rejects.toThrow('already');
  }
  await expect(replace('00'.repeat(32), 'nowhere')).rejects.toThrow('no such transaction');
  await expect(doubleSpend(database.db, { txid: 'none' }, NOW)).rejects.toThrow('no such');
});

test.each([0, -1, 1.5, Number.NaN, MAX_SANDBOX_BLOCKS + 1])(
  'mining %d blocks is rejected',
  async (blocks) => {
    const before = await state();
    const refused = 'the number of blocks must be a whole number';
    await expect(simulateMining(database.db, { blocks }, NOW)).rejects.toThrow(refused);
    await expect(reorg(database.db, { blocks }, NOW)).rejects.toThrow(refused);
    expect(await state()).toEqual(before);
  },
);

test('a reorg can drop only transactions that are unconfirmed or in a disconnected block', async () => {
  const deep = await pay();
  await simulateMining(database.db, { blocks: 2 }, NOW);
  const before = await state();
  const drop = (txid: string) => reorg(database.db, { blocks: 1, drop: [txid] }, NOW);
  await expect(drop(deep)).rejects.toThrow('below this reorg');
  await expect(drop('ff'.repeat(32))).rejects.toThrow('there is no transaction');
  expect(await state()).toEqual(before);
  const waiting = await pay();
  expect((await drop(waiting)).dropped).toEqual([waiting]);
});
