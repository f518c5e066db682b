import { expect, test, vi } from 'vitest';
import { oncePerProcess, setProcessValue } from './once-per-process';

test('two copies of a module in one process share one value', async () => {
  const made = oncePerProcess('test of copies', () => ({ by: 'the first' }));
  vi.resetModules();
  const copy = await import('./once-per-process');
  expect(copy.oncePerProcess).not.toBe(oncePerProcess);
  expect(copy.oncePerProcess('test of copies', () => ({ by: 'the second' }))).toBe(made);
});

test('a value is created again for another owner object, and after the value was removed', () => {
  let count = 0;
  const next = (of: object) => oncePerProcess('test of owners', () => ++count, of);
  const [one, other] = [{}, {}];
  expect([next(one), next(one), next(other)]).toEqual([1, 1, 2]);
  setProcessValue('test of owners', undefined);
  expect(next(other)).toBe(3);
});
