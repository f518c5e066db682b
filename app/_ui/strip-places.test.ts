import { expect, test } from 'vitest';
import { confirmationCells, finalConfirmationHeight } from './strip-places';

test.each([
  [null, 3, '1- 2- 3-', 103],
  [100, 3, '0+ 1- 2-', 102],
  [98, 3, '-2+ -1+ 0+', 100],
  [96, 6, '-4+ -3+ -2+ -1+ 0+ 1-', 101],
])(
  'with the tip at 100, a payment paid at height %s with %i required confirmations is shown as %s',
  (covered_height, required_confirmations, cells, due) => {
    const one = { covered_height, required_confirmations };
    const shown = confirmationCells(one, 100).map(({ at, filled }) => `${at}${filled ? '+' : '-'}`);
    expect(shown.join(' ')).toBe(cells);
    expect(finalConfirmationHeight(one, 100)).toBe(due);
  },
);
