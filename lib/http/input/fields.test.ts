import { expect, test } from 'vitest';
import { wholeNumber } from './fields';

test('the error for a whole number in quotes says to omit the quotes, and other errors do not', () => {
  const messageFor = (input: unknown) =>
    wholeNumber(1, 6).safeParse(input).error?.issues[0]?.message;
  expect(messageFor('3')).toBe('Must be a whole number from 1 to 6, without quotes.');
  for (const other of [0, 7, 1.5, true, {}]) {
    expect(messageFor(other)).toBe('Must be a whole number from 1 to 6.');
  }
  expect(messageFor(3)).toBeUndefined();
});
