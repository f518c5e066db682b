import { expect, test } from 'vitest';
import { rateSourceText } from './rate-source';

test('each rate source has a readable name', () => {
  expect(rateSourceText('coinbase, kraken')).toBe('Coinbase, Kraken');
  expect(rateSourceText('fixed')).toBe('Fixed rate');
});
