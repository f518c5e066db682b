import { expect, test } from 'vitest';
import { money } from './money';

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

test('in right-to-left text the letters of “US$” stay before the dollar sign', () => {
  const signs = ['USD', 'CAD'].map((currency) => money('5', currency, 'ar').split('\u00a0')[1]);
  expect(signs).toEqual(['US$\u200e', 'CA$\u200e']);
});

test.each([
  ['49.9', 'EUR', 'en', '€49.90'],
  ['49.9', 'EUR', 'de', '49,90 €'],
  ['500', 'JPY', 'ja', '￥500'],
  ['1.5', 'KWD', 'en', 'KWD 1.500'],
  ['0.00012345', 'BTC', 'en', 'BTC 0.00012345'],
  ['12345', 'SATS', 'en', '12,345 sat'],
  ['123456789012345.67', 'USD', 'en', '$123,456,789,012,345.67'],
])('%s %s is written in the locale %s as %s', (amount, currency, locale, text) => {
  expect(plain(money(amount, currency, locale))).toBe(text);
});
