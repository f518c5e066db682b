import { expect, test } from 'vitest';
import { cellsOf, confirmingHeight } from './strip-places';

test.each([
  [null, 3, '1- 2- 3-', 103],
  [100, 3, '0+ 1- 2-', 102],
  [98, 3, '-2+ -1+ 0+', 100],
  [96, 6, '-4+ -3+ -2+ -1+ 0+ 1-', 101],
])(
  'at a height of 100, the strip for a payment completed at %s with %i required confirmations is %s',
  (covered_height, required_confirmations, cells, due) => {
    const one = { covered_height, required_confirmations };
    const shown = cellsOf(one, 100).map(({ at, filled }) => `${at}${filled ? '+' : '-'}`);
    expect(shown.join(' ')).toBe(cells);
    expect(confirmingHeight(one, 100)).toBe(due);
  },
);
