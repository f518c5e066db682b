import { expect, test } from 'vitest';
import { cellsOf, columnHeights, confirmingHeight, shownReorg } from './strip-places';

const payment = (covered: number | null, required: number) => ({
  id: 'pay_1',
  status: 'detected' as const,
  flags: [],
  reference: null,
  received_sats: 1,
  required_confirmations: required,
  covered_height: covered,
});

const block = (height: number, sats = 0) => ({
  height,
  hash: `${height}`,
  time: null,
  sats,
  payments: sats === 0 ? 0 : 1,
});

test.each([
  [null, 3, '1- 2- 3-', 103],
  [100, 3, '0+ 1- 2-', 102],
  [98, 3, '-2+ -1+ 0+', 100],
  [96, 6, '-4+ -3+ -2+ -1+ 0+ 1-', 101],
])(
  'covered by %s, with %i required, block 100 being the newest: %s',
  (covered, required, cells, due) => {
    const one = payment(covered, required);
    const text = cellsOf(one, 100).map(({ at, filled }) => `${at}${filled ? '+' : '-'}`);
    expect(text.join(' ')).toBe(cells);
    expect(confirmingHeight(one, 100)).toBe(due);
  },
);

test('a payment a hundred thousand times larger leaves the small one visible', () => {
  const [small = 0, none, large] = columnHeights([
    block(1, 1_000),
    block(2),
    block(3, 100_000_000),
  ]);
  expect(small).toBeGreaterThan(0.1);
  expect(none).toBe(0);
  expect(large).toBe(1);
});

test('heights follow the order of amounts, and none is lost or leaves the strip', () => {
  const heights = columnHeights(
    [1, 2, 999, 1_000, 54_321, 2_100_000_000_000_000].map((sats, at) => block(at, sats)),
  );
  expect(heights).toEqual(heights.toSorted((a, b) => a - b));
  expect(Math.min(...heights)).toBeGreaterThan(0.05);
  expect(Math.max(...heights)).toBe(1);
});

test('a reorg is told while one of its blocks would stand in the strip', () => {
  const reorg = (fork: number) => ({
    at: '2026-05-01T00:00:00.000Z',
    fork_height: fork,
    from_height: fork + 1,
    from_hash: 'a',
    to_height: fork + 2,
    to_hash: 'b',
  });
  const blocks = [block(90), block(91)];
  expect(shownReorg([], blocks)).toBeUndefined();
  expect(shownReorg([reorg(88)], blocks)).toBeUndefined();
  expect(shownReorg([reorg(89), reorg(80)], blocks)).toEqual(reorg(89));
});
