import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sandboxBlock, sandboxOutput } from '@/db/schema/sandbox';
import type { ChainSource } from '@/lib/chain/source';
import { SANDBOX_SCRIPT } from '@/lib/chain/sources/sandbox/build-transaction';
import { simulateMining } from '@/lib/chain/sources/sandbox/mine';
import { payAddress } from '@/lib/chain/sources/sandbox/pay-address';
import { reorg } from '@/lib/chain/sources/sandbox/reorg';
import { doubleSpend, replaceTransaction } from '@/lib/chain/sources/sandbox/replace-transaction';
import { createSandboxSource } from '@/lib/chain/sources/sandbox/source';
import { toSats } from '@/lib/domain/sats';
import { startBitcoind, type TestNode } from '@/test/support/bitcoind';
import { createTestDatabase, type TestDatabase } from '@/test/support/database';
import { NO_WATCHED_SCRIPTS } from '@/test/support/no-watched-scripts';

let database: TestDatabase;
let node: TestNode;
let source: ChainSource;
const submitted = new Set<string>();
const COIN = 100_000_000;

beforeAll(async () => {
  [database, node] = await Promise.all([createTestDatabase(), startBitcoind({ blocks: 0 })]);
  source = createSandboxSource(database.db);
  submitted.add(await node.rpc<string>('getblockhash', 0));
});

afterAll(async () => {
  await Promise.all([database?.drop(), node?.stop()]);
});

async function blockHex(hash: string): Promise<string> {
  const [row] = await database.db
    .select({ raw: sandboxBlock.raw })
    .from(sandboxBlock)
    .where(eq(sandboxBlock.hash, hash));
  return Buffer.from(row?.raw ?? []).toString('hex');
}

async function submitNewBlocks(): Promise<void> {
  const tip = await source.tip();
  const fresh: string[] = [];
  for (let height = tip.height; height >= 0; height -= 1) {
    const hash = await source.hashAt(height);
    if (hash === undefined || submitted.has(hash)) break;
    fresh.unshift(hash);
  }
  const answers: (string | null)[] = [];
  for (const hash of fresh) {
    const block = await blockHex(hash);
    answers.push(await node.rpc<string | null>('submitblock', block));
    submitted.add(hash);
  }
  // "inconclusive" is the result for a block of a branch that is not the longest yet.
  expect(answers.filter((answer) => answer !== null && answer !== 'inconclusive')).toEqual([]);
  expect(await node.tip()).toEqual(tip);
}

async function sandboxMoney() {
  const coins = await database.db
    .select({ sats: sandboxOutput.sats })
    .from(sandboxOutput)
    .where(and(isNull(sandboxOutput.spentBy), isNotNull(sandboxOutput.height)));
  return { count: coins.length, sats: coins.reduce((sum, { sats }) => sum + sats, 0) };
}

async function moneyByTheNode() {
  const found = await node.rpc<{ unspents: { amount: number }[] }>('scantxoutset', 'start', [
    `raw(${Buffer.from(SANDBOX_SCRIPT).toString('hex')})`,
  ]);
  const sats = found.unspents.reduce((sum, { amount }) => sum + Math.round(amount * COIN), 0);
  return { count: found.unspents.length, sats };
}

async function pay(address: string, sats: number): Promise<string> {
  const input = { address, sats: toSats(sats) };
  return (await payAddress(database.db, input, new Date())).txid;
}

type AddressType = NonNullable<Parameters<TestNode['address']>[0]>;

async function addresses<const T extends readonly AddressType[]>(...types: T) {
  const made = await Promise.all(types.map((type) => node.address(type)));
  return made as { [Index in keyof T]: string };
}

const receivedSats = async (address: string, confirmations: number) =>
  Math.round((await node.rpc<number>('getreceivedbyaddress', address, confirmations)) * COIN);

test('the first block of the sandbox is the genesis block of a regtest node', async () => {
  const genesis = await node.rpc<string>('getblockhash', 0);
  expect(await source.hashAt(0)).toBe(genesis);
  expect(await blockHex(genesis)).toBe(await node.rpc('getblock', genesis, 0));
});

test('a node’s mempool accepts a sandbox payment and then its replacement', async () => {
  await submitNewBlocks();
  expect(await moneyByTheNode()).toEqual(await sandboxMoney());
  const relay = async (txid: string) => {
    const view = await createSandboxSource(database.db).mempool(
      async () => [],
      [],
      NO_WATCHED_SCRIPTS,
    );
    const found = view?.transactions.find((transaction) => transaction.txid === txid);
    if (!found) throw new Error(`${txid} is not in the sandbox's mempool`);
    return node.rpc<string>('sendrawtransaction', Buffer.from(found.raw).toString('hex'));
  };
  const txid = await pay(await node.address(), 25_000);
  expect(await relay(txid)).toBe(txid);
  const bump = await replaceTransaction(database.db, { txid, to: 'same' }, new Date());
  expect(await relay(bump.txid)).toBe(bump.txid);
  const away = await replaceTransaction(
    database.db,
    { txid: bump.txid, to: 'nowhere' },
    new Date(),
  );
  expect(await relay(away.txid)).toBe(away.txid);
  expect(await node.rpc('getrawmempool')).toEqual([away.txid]);
});

test('a node accepts the blocks of payments, replacements and double spends', async () => {
  const [exact, large, bumped] = await addresses('legacy', 'bech32m', 'p2sh-segwit');
  const [takenBack, doubleSpent] = await addresses('bech32', 'bech32');
  await pay(exact, 1);
  await pay(exact, 12_345);
  await pay(large, 300 * COIN);
  await replaceTransaction(
    database.db,
    { txid: await pay(bumped, 70_000), to: 'same' },
    new Date(),
  );
  await replaceTransaction(
    database.db,
    { txid: await pay(takenBack, 80_000), to: 'nowhere' },
    new Date(),
  );
  await simulateMining(database.db, { blocks: 2 }, new Date());
  await doubleSpend(database.db, { txid: await pay(doubleSpent, 90_000) }, new Date());
  await submitNewBlocks();

  expect(await receivedSats(exact, 3)).toBe(12_346);
  expect(await receivedSats(large, 3)).toBe(300 * COIN);
  expect(await receivedSats(bumped, 3)).toBe(70_000);
  expect(await receivedSats(takenBack, 0)).toBe(0);
  expect(await receivedSats(doubleSpent, 0)).toBe(0);
  expect(await moneyByTheNode()).toEqual(await sandboxMoney());
});

test('a node follows reorgs that mine transactions again, drop them or leave them unconfirmed', async () => {
  const [kept, dropped] = await addresses('bech32', 'bech32');
  await pay(kept, 40_000);
  const doomed = await pay(dropped, 50_000);
  await simulateMining(database.db, { blocks: 3 }, new Date());
  await submitNewBlocks();
  expect(await receivedSats(dropped, 3)).toBe(50_000);

  await reorg(database.db, { blocks: 5, drop: [doomed] }, new Date());
  await submitNewBlocks();
  expect(await receivedSats(dropped, 1)).toBe(0);
  expect(await receivedSats(kept, 6)).toBe(40_000);

  await reorg(database.db, { blocks: 100, remine: false }, new Date());
  await submitNewBlocks();
  expect(await receivedSats(kept, 1)).toBe(0);

  await simulateMining(database.db, { blocks: 1 }, new Date());
  await submitNewBlocks();
  expect(await receivedSats(kept, 1)).toBe(40_000);
  expect(await moneyByTheNode()).toEqual(await sandboxMoney());
});
