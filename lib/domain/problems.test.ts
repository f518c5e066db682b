import { expect, test, vi } from 'vitest';
import { Problem } from './problems';

test('an error is recognized as a Problem even if another copy of the module created it', async () => {
  vi.resetModules();
  const { Problem: Other } = await import('./problems');
  expect(Other).not.toBe(Problem);
  expect(new Other('not_found', 'There is none.') instanceof Problem).toBe(true);
  expect(new Problem('not_found', 'There is none.') instanceof Other).toBe(true);
});

test('a plain Error, a look-alike object, null and a string are not instances of Problem', () => {
  for (const value of [new Error('x'), { code: 'not_found' }, null, undefined, 'not_found']) {
    expect(value instanceof Problem).toBe(false);
  }
});
