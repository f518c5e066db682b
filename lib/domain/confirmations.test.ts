import { expect, test } from 'vitest';
import { confirmations } from './confirmations';

test.each([
  ['the tip itself', 100, 100, 1],
  ['a block below the tip', 98, 100, 3],
  ['a block above the known tip', 102, 100, 0],
  ['the mempool', null, 100, 0],
  ['a chain that was never read', 98, null, 0],
])('outputs in %s (block %s, tip %s) have a confirmation count of %i', (_, covered, tip, depth) => {
  expect(confirmations(covered, tip)).toBe(depth);
});
