import { expect, test } from 'vitest';
import type { Currency } from '@/lib/domain/currency';
import { parseAmount } from './decimals';

test.each<[string | number, string, string | undefined]>([
  ['5.00', 'EUR', '5.00'],
  [5, 'EUR', '5.00'],
  ['5.', 'EUR', '5.00'],
  [0.1 + 0.2, 'EUR', '0.30'],
  ['10.005', 'EUR', '10.01'],
  ['10.0049', 'EUR', '10.00'],
  ['9.995', 'EUR', '10.00'],
  [1_234, 'SATS', '1234'],
  ['12.5', 'JPY', '13'],
  ['0.00012345', 'BTC', '0.00012345'],
  [1e-7, 'BTC', '0.00000010'],
  [1e20, 'EUR', undefined],
  ['0', 'EUR', undefined],
  [0.004, 'EUR', undefined],
  ['-5', 'EUR', undefined],
  ['5,00', 'EUR', undefined],
  ['1e3', 'EUR', undefined],
  ['', 'EUR', undefined],
  [Number.NaN, 'EUR', undefined],
])('%j in %s is parsed as the amount %j', (given, currency, amount) => {
  expect(parseAmount(given, currency as Currency)).toBe(amount);
});
