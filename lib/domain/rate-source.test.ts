import { expect, test } from 'vitest';
import { rateSourceText } from './rate-source';

test('sources of rates are named as people read them', () => {
  expect(rateSourceText('coinbase, kraken')).toBe('Coinbase, Kraken');
  expect(rateSourceText('fixed')).toBe('Fixed rate');
});
