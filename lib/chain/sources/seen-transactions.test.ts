import { Transaction } from 'bitcoinjs-lib';
import { expect, it } from 'vitest';
import type { RawTransaction } from '../source';
import { SeenTransactions } from './seen-transactions';

const scriptOf = (n: number) =>
  Buffer.from(`0014${n.toString(16).padStart(12, '0').padEnd(40, '0')}`, 'hex');

function paying(payees: readonly number[]) {
  const transaction = new Transaction();
  transaction.addInput(Buffer.alloc(32, payees[0]), 0);
  for (const payee of payees) transaction.addOutput(scriptOf(payee), 1_000n);
  return { txid: transaction.getId(), raw: transaction.toBuffer() };
}

const ALL = Array.from({ length: 1_000 }, (_, n) => paying([2 * n, 2 * n + 1]));
const txids = ALL.map(({ txid }) => txid);

/** @returns the view, and the transactions that were fetched to make it */
async function read(
  seen: SeenTransactions,
  mempool: readonly RawTransaction[],
  newScripts: readonly string[] = [],
) {
  const listed = new Map(mempool.map((one) => [one.txid, one]));
  const view = await seen.read(new Set(listed.keys()), newScripts, async (wanted) =>
    wanted.flatMap((txid) => listed.get(txid) ?? []),
  );
  return { view, fetched: view.transactions.map(({ txid }) => txid) };
}

async function afterARead(mempool: readonly RawTransaction[] = ALL): Promise<SeenTransactions> {
  const seen = new SeenTransactions();
  const { view, fetched } = await read(seen, mempool);
  expect(fetched).toEqual(mempool.map(({ txid }) => txid));
  view.done();
  return seen;
}

it('a known transaction is read again only if it pays an address that becomes watched', async () => {
  const seen = await afterARead();
  expect((await read(seen, ALL)).fetched).toEqual([]);
  const scripts = [84, 1_001, 5_000].map((n) => scriptOf(n).toString('hex'));
  expect((await read(seen, ALL, scripts)).fetched).toEqual([txids[42], txids[500]]);
});

it('a transaction is read repeatedly until its effects are committed, and once more when it returns to the mempool', async () => {
  const seen = new SeenTransactions();
  await read(seen, ALL);
  expect((await read(seen, ALL)).fetched).toEqual(txids);
  const settled = await afterARead();
  await read(settled, []);
  expect((await read(settled, ALL)).fetched).toEqual(txids);
});

it('a transaction with 70,000 outputs is matched to new addresses', async () => {
  const many = paying(Array.from({ length: 70_000 }, (_, n) => n));
  const seen = await afterARead([many]);
  const wanted = async (n: number) =>
    (await read(seen, [many], [scriptOf(n).toString('hex')])).fetched.length;
  expect([await wanted(69_999), await wanted(70_001)]).toEqual([1, 0]);
});
