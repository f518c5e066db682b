import { expect, test } from 'vitest';
import { rateSourceText } from './rate-source';

test('rate sources have readable names', () => {
  expect(rateSourceText('coinbase, kraken')).toBe('Coinbase, Kraken');
  expect(rateSourceText('fixed')).toBe('Fixed rate');
});
