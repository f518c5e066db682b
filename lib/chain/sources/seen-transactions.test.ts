import { Transaction } from 'bitcoinjs-lib';
import { expect, it } from 'vitest';
import { SeenTransactions } from './seen-transactions';

const scriptOf = (n: number) => Buffer.from(`0014${n.toString(16).padStart(40, '0')}`, 'hex');

/** A transaction with an output for each number. */
function paying(payees: readonly number[]) {
  const transaction = new Transaction();
  transaction.addInput(Buffer.alloc(32, payees[0]), 0);
  for (const payee of payees) transaction.addOutput(scriptOf(payee), 1_000n);
  return { txid: transaction.getId(), raw: transaction.toBuffer() };
}

const ALL = Array.from({ length: 1_000 }, (_, n) => paying([2 * n, 2 * n + 1]));
const txids = ALL.map(({ txid }) => txid);
const listed = new Set(txids);

function afterARead(): SeenTransactions {
  const seen = new SeenTransactions();
  expect(seen.toRead(listed, [])).toEqual(txids);
  seen.add(ALL);
  seen.view(listed, ALL).done();
  return seen;
}

it('a transaction is read again only for a script that it pays', () => {
  const seen = afterARead();
  expect(seen.toRead(listed, [])).toEqual([]);
  const scripts = [84, 1_001, 5_000].map((n) => scriptOf(n).toString('hex'));
  expect(seen.toRead(listed, scripts)).toEqual([txids[42], txids[500]]);
});

it('a transaction is read again until its effects are committed, and after it has left', () => {
  const seen = new SeenTransactions();
  seen.toRead(listed, []);
  seen.add(ALL);
  expect(seen.toRead(listed, [])).toEqual(txids);
  const settled = afterARead();
  settled.toRead(new Set(), []);
  expect(settled.toRead(listed, [])).toEqual(txids);
});

it('a transaction may have more outputs than a function takes arguments', () => {
  const many = paying(Array.from({ length: 70_000 }, (_, n) => n));
  const seen = new SeenTransactions();
  seen.toRead(new Set([many.txid]), []);
  seen.add([many]);
  seen.view(new Set([many.txid]), [many]).done();
  const wanted = (n: number) =>
    seen.toRead(new Set([many.txid]), [scriptOf(n).toString('hex')]).length;
  expect([wanted(69_999), wanted(70_001)]).toEqual([1, 0]);
});
