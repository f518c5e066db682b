import { expect, test } from 'vitest';
import { MAX_SATS, toSats } from './sats';

test.each([0, 1, MAX_SATS, BigInt(MAX_SATS)])('%s is an amount of satoshis', (value) => {
  expect(toSats(value)).toBe(Number(value));
});

test.each([-1, 0.5, MAX_SATS + 1, BigInt(MAX_SATS) + 1n, 2n ** 64n, Number.NaN, Infinity])(
  '%s is not an amount, since it is not a whole number from 0 to 21 million BTC',
  (value) => {
    expect(() => toSats(value)).toThrow(RangeError);
  },
);
