import { expect, test, vi } from 'vitest';
import { Problem } from './problems';

test('a problem is recognized by every copy of this module, since pages and the server have a copy each', async () => {
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
