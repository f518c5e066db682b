import { Transaction } from 'bitcoinjs-lib';
import { describe, expect, it } from 'vitest';
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

function afterALook(): SeenTransactions {
  const seen = new SeenTransactions();
  expect(seen.toRead(listed, [])).toEqual(txids);
  seen.add(ALL);
  seen.view(listed, ALL).done();
  return seen;
}

it('a transaction is read again only for a script that it pays', () => {
  const seen = afterALook();
  expect(seen.toRead(listed, [])).toEqual([]);
  const scripts = [84, 1_001, 5_000].map((n) => scriptOf(n).toString('hex'));
  expect(seen.toRead(listed, scripts)).toEqual([txids[42], txids[500]]);
});

it('a transaction is read again until its effects are committed, and after it has left', () => {
  const seen = new SeenTransactions();
  seen.toRead(listed, []);
  seen.add(ALL);
  expect(seen.toRead(listed, [])).toEqual(txids);
  const settled = afterALook();
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

describe('of a list whose changes are known', () => {
  it('only what came since the last list is read, once', () => {
    const seen = afterALook();
    const more = paying([5_000]);
    const now = new Set([...txids, more.txid]);
    const fresh = new Set([more.txid]);
    expect(seen.toReadOf(fresh, now, [])).toEqual([more.txid]);
    seen.add([more]);
    seen.view(now, [more]).done();
    expect(seen.toReadOf(fresh, now, [])).toEqual([]);
    seen.forget(more.txid);
    expect(seen.toReadOf(fresh, now, [])).toEqual([more.txid]);
  });

  it('all is read that an earlier read did not commit, and what pays a new script', () => {
    const seen = new SeenTransactions();
    expect(seen.toReadOf(new Set(), listed, [])).toEqual(txids);
    seen.add(ALL);
    expect(seen.toReadOf(new Set(), listed, [])).toEqual(txids);
    const script = scriptOf(84).toString('hex');
    expect(afterALook().toReadOf(new Set(), listed, [script])).toEqual([txids[42]]);
  });

  it('what left while it was read is not taken for seen', () => {
    const seen = afterALook();
    const more = paying([5_000]);
    const now = new Set([...txids, more.txid]);
    seen.toReadOf(new Set([more.txid]), now, []);
    seen.add([more]);
    seen.forget(more.txid);
    seen.view(now, [more]).done();
    expect(seen.has(more.txid)).toBe(false);
  });
});
