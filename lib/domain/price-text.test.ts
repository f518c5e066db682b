import { expect, it } from 'vitest';
import { readPriceText } from './price-text';

it.each([
  ['49.90', ['49.90']],
  ['49,90', ['49.90']],
  ['5', ['5']],
  ['1.234,56', ['1234.56']],
  ['1,234.56', ['1234.56']],
  ["1'234.56", ['1234.56']],
  ['1 234,56', ['1234.56']],
  ['1\u202f234\u202f567,5', ['1234567.5']],
  ['1.234.567', ['1234567']],
  ['1,234', ['1.234', '1234']],
  ['12,34,56', undefined],
  ['1.23,4.5', undefined],
  ['1.2.3', undefined],
  ['1 23', undefined],
  ['1..2', undefined],
  ['1.', undefined],
  ['.5', undefined],
  ['0.00', undefined],
  ['1234567890123456', undefined],
  ['0.123456789', undefined],
])('the price %s is read as each amount that it may mean', (text, amounts) => {
  expect(readPriceText(text)).toEqual(amounts && { amounts, currencies: undefined });
});

it.each([
  ['49.90 EUR', ['EUR']],
  ['eur 49,90', ['EUR']],
  ['€49.90', ['EUR']],
  ['49,90 €', ['EUR']],
  ['CA$49.90', ['CAD']],
  ['49.90 zł', ['PLN']],
])(
  'the currency of %s is found by code or symbol, before or after the number',
  (text, currencies) => {
    expect(readPriceText(text)).toMatchObject({ amounts: [expect.any(String)], currencies });
  },
);

it('a dollar sign without a country may mean any dollar', () => {
  const { currencies = [] } = readPriceText('$5') ?? {};
  expect(currencies).toEqual(expect.arrayContaining(['USD', 'CAD', 'AUD', 'MXN']));
  expect(currencies).not.toContain('EUR');
});

it('a written price is not read with more decimals than its currency has', () => {
  expect(readPriceText('1.234 EUR')?.amounts).toEqual(['1234']);
  expect(readPriceText('1.234 KWD')?.amounts).toEqual(['1.234', '1234']);
  expect(readPriceText('1.5 JPY')).toBeUndefined();
  expect(readPriceText('0,00012345 BTC')?.amounts).toEqual(['0.00012345']);
  expect(readPriceText('5000 sat')).toEqual({ amounts: ['5000'], currencies: ['SATS'] });
});

it.each([
  '',
  'EUR',
  'order 49.90',
  '49.90 EUR net',
  'EUR 49.90 EUR',
  '-5 EUR',
  '5 XXX',
  'AB-49.90',
])('the text %j is not read as a price', (text) => expect(readPriceText(text)).toBeUndefined());
