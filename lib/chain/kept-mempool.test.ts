import { beforeEach, describe, expect, it, vi } from 'vitest';
import { KeptMempool } from './kept-mempool';
import type { Totals } from './mempool-totals';

const SIZE = { vbytes: 140, fees: 1_000 };
const LISTED: Totals = { count: 2, vbytes: 300, fees: 5_000 };

let now: number;
let kept: KeptMempool;
let sequence: bigint;

beforeEach(async () => {
  now = 1_000_000;
  sequence = 7n;
  kept = new KeptMempool(() => new Date(now));
  kept.begin();
  await list();
});

async function list(during = () => {}): Promise<void> {
  kept.beginList();
  const from = sequence;
  during();
  kept.endList(new Set(['a', 'b']), from);
  await kept.learn(async () => totals(sequence === from ? 0 : 1));
}

/** The node's totals with this many more transactions than were listed. */
function totals(more: number, size = SIZE): Totals {
  return {
    count: LISTED.count + more,
    vbytes: LISTED.vbytes + more * size.vbytes,
    fees: LISTED.fees + more * size.fees,
  };
}

const holds = (is: Totals) => kept.holds(async () => is);

function tell(kind: 'entered' | 'left', txid: string, size?: typeof SIZE): void {
  kept.change({ kind, txid, sequence });
  sequence += 1n;
  if (size) kept.measure(txid, size);
}

describe('the kept mempool is used', () => {
  it('while the node’s totals are those of the list', async () => {
    expect(await holds(totals(0))).toBe(true);
    expect([...(kept.txids ?? [])]).toEqual(['a', 'b']);
    expect(kept.fresh.size).toBe(0);
  });

  it('with all that was told since, and read', async () => {
    tell('entered', 'c', SIZE);
    tell('entered', 'd', { vbytes: 200, fees: 9_000 });
    tell('left', 'd');
    expect(await holds(totals(1))).toBe(true);
    expect([...(kept.txids ?? [])]).toEqual(['a', 'b', 'c']);
    expect([...kept.fresh]).toEqual(['c']);
  });

  it('with what was told while it was listed, unless the list has it', async () => {
    await list(() => {
      kept.change({ kind: 'entered', txid: 'b', sequence: sequence - 1n });
      tell('entered', 'c', SIZE);
    });
    expect(await holds(totals(1))).toBe(true);
    expect([...kept.fresh]).toEqual(['c']);
  });

  it('when a change is told, or read, shortly after the totals contain it', async () => {
    const later = kept.holds(async () => totals(2));
    tell('entered', 'c', SIZE);
    tell('entered', 'd');
    // Long enough for the totals to come, and before any timer.
    for (let n = 0; n < 20; n += 1) await undefined;
    kept.measure('d', SIZE);
    expect(await later).toBe(true);
  });

  it('when more is told before the totals come than they contain', async () => {
    const asked = kept.holds(async () => {
      tell('entered', 'c', SIZE);
      return totals(0);
    });
    expect(await asked).toBe(true);
  });

  it('when a transaction came and went before it was read', async () => {
    tell('entered', 'c');
    tell('entered', 'd', SIZE);
    tell('left', 'c');
    expect(await holds(totals(1))).toBe(true);
  });

  it('when a transaction came, went and came back', async () => {
    tell('entered', 'c', SIZE);
    expect(await holds(totals(1))).toBe(true);
    tell('left', 'c');
    tell('entered', 'c', SIZE);
    expect(await holds(totals(1))).toBe(true);
    expect(kept.fresh.has('c')).toBe(true);
  });
});

it('the list that a read has found keeps transactions that left since, until the next read', async () => {
  tell('entered', 'c', SIZE);
  expect(await holds(totals(1))).toBe(true);
  tell('left', 'c');
  expect([kept.txids?.has('c'), kept.fresh.has('c')]).toEqual([true, true]);
  expect(await holds(totals(0))).toBe(true);
  expect([kept.txids?.has('c'), kept.fresh.has('c')]).toEqual([false, false]);
});

describe('the mempool is listed again', () => {
  it.each([
    [
      'told while they were asked for',
      () => {
        tell('entered', 'c', SIZE);
        tell('left', 'c');
      },
    ],
    [
      'told behind a transaction that is never read',
      () => {
        tell('entered', 'c', SIZE);
        tell('entered', 'd');
        tell('left', 'c');
      },
    ],
  ])('when a departure is not in the totals, %s', async (_, told) => {
    const asked = kept.holds(async () => {
      told();
      return totals(1);
    });
    expect(await asked).toBe(false);
  });

  it.each([
    ['one more', totals(1)],
    ['one less', totals(-1)],
    ['one in place of another of a different size', { ...totals(0), vbytes: 301 }],
    ['one in place of another with a different fee', { ...totals(0), fees: 5_001 }],
    ['fees that the node does not tell', { ...totals(0), fees: Number.NaN }],
  ])('when the node has, untold: %s', async (_, is) => {
    expect(await holds(is)).toBe(false);
  });

  it.each([
    ['one that the node does not have', () => tell('entered', 'c', SIZE)],
    ['one that is never read', () => tell('entered', 'c')],
    ['one that was there already', () => tell('entered', 'a', SIZE)],
    ['the departure of one that is not there', () => tell('left', 'c')],
    ['that one left whose size is unknown', () => tell('left', 'a')],
    [
      'a change after one that is missing',
      () => kept.change({ kind: 'entered', txid: 'c', sequence: 9n }),
    ],
    ['that changes were missed', () => kept.break()],
    ['nothing any more', () => kept.end()],
  ])('when the node tells: %s', async (_, told) => {
    told();
    tell('entered', 'd', SIZE);
    expect(await holds(totals(1))).toBe(false);
  });

  it('when changes were missed while it was listed', async () => {
    await list(() => kept.break());
    expect(await holds(totals(0))).toBe(false);
  });

  it('when the totals did not fit the list', async () => {
    kept.beginList();
    kept.endList(new Set(['a', 'b', 'c']), sequence);
    await kept.learn(async () => totals(0));
    expect(await holds(totals(0))).toBe(false);
  });

  it('after two minutes, or when the clock was put back', async () => {
    now += 120_001;
    expect(await holds(totals(0))).toBe(false);
    now -= 200_000;
    expect(await holds(totals(0))).toBe(false);
    now += 80_000;
    expect(await holds(totals(0))).toBe(true);
  });

  it('when more is told than is worth keeping', async () => {
    for (let n = 0; n < 5_001; n += 1) tell('entered', `c${n}`);
    expect(kept.txids).toBeUndefined();
  });
});

it('a read that hears nothing waits for a tenth of the shortest pause between reads at most', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const held = holds(totals(1));
  await vi.advanceTimersByTimeAsync(49);
  expect(await held).toBe(false);
  vi.useRealTimers();
});

it('after lies, ever fewer reads wait for the truth, until one hears it', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  let waited = 0;
  for (let n = 0; n < 40; n += 1) {
    const before = timers.mock.calls.length;
    expect(await holds(totals(1))).toBe(false);
    if (timers.mock.calls.length > before) waited += 1;
    await list();
  }
  timers.mockRestore();
  expect(waited).toBeGreaterThan(0);
  expect(waited).toBeLessThanOrEqual(6);
  let heard = false;
  for (let n = 0; n < 32 && !heard; n += 1) heard = await holds(totals(0));
  expect(heard).toBe(true);
  expect(await holds(totals(0))).toBe(true);
});
