import { describe, expect, it } from 'vitest';
import type { Currency } from './currency';
import {
  type FreeAmount,
  invalidBoundField,
  isSamePriceRequest,
  type LinkFacts,
  linkStatus,
  readFreeAmount,
} from './link';

const NOW = new Date('2026-05-01T12:00:00Z');
const EUR = 'EUR' as Currency;
const open: LinkFacts = {
  deactivatedAt: null,
  keyUsable: true,
  expiresAt: null,
  maxPayments: null,
  paid: 0,
  pending: 0,
};

describe('the status of a link', () => {
  it.each<[string, Partial<LinkFacts>, string]>([
    ['accepts any number of payments if it has no maximum', { paid: 9_000, pending: 90 }, 'open'],
    [
      'is open while it has fewer payments than its maximum',
      { maxPayments: 3, paid: 1, pending: 1 },
      'open',
    ],
    [
      'is reserved while a pending payment uses up the maximum',
      { maxPayments: 1, pending: 1 },
      'reserved',
    ],
    [
      'is reserved while paid and pending payments reach the maximum',
      { maxPayments: 3, paid: 1, pending: 2 },
      'reserved',
    ],
    ['is used up when the maximum is paid', { maxPayments: 1, paid: 1 }, 'used_up'],
    [
      'stays used up when a late payment exceeds the maximum',
      { maxPayments: 1, paid: 2, pending: 1 },
      'used_up',
    ],
    [
      'is used up, not expired, when both apply',
      { maxPayments: 1, paid: 1, expiresAt: NOW },
      'used_up',
    ],
    ['expires exactly at expires_at', { expiresAt: NOW }, 'expired'],
    ['is open until expires_at', { expiresAt: new Date(NOW.getTime() + 1) }, 'open'],
    ['is inactive once deactivated', { deactivatedAt: NOW, maxPayments: 1, paid: 1 }, 'inactive'],
    ['is inactive without a usable key', { keyUsable: false }, 'inactive'],
  ])('a link %s', (_, facts, status) => {
    expect(linkStatus({ ...open, ...facts }, NOW)).toBe(status);
  });
});

describe('an amount that a customer types', () => {
  const free: FreeAmount = {
    kind: 'free',
    currency: EUR,
    minimum: '2.00',
    maximum: '1000',
    suggested: null,
  };

  it.each([
    ['5', '5'],
    [' 5.50 ', '5.50'],
    ['5,50', '5.50'],
    ['2', '2'],
    ['1000.00', '1000.00'],
    ['２０', '20'],
    ['٢٠٫٥', '20.5'],
    ['۲۰٫۵', '20.5'],
    ['२०.५', '20.5'],
    ['২০.৫', '20.5'],
    ['๒๐.๕', '20.5'],
  ])('the typed amount %j is parsed as %s', (text, amount) => {
    expect(readFreeAmount(text, free, '.')).toEqual({ amount, currency: EUR });
  });

  it.each([
    ['', 'invalid'],
    ['0', 'invalid'],
    ['-5', 'invalid'],
    ['5.555', 'invalid'],
    ['1,000.00', 'invalid'],
    ['1.000', 'invalid'],
    ['5 EUR', 'invalid'],
    ['1e3', 'invalid'],
    ['1.99', 'below_minimum'],
    ['1000.01', 'above_maximum'],
  ])('the typed amount %j is refused as %s', (text, fault) => {
    expect(readFreeAmount(text, free, '.')).toBe(fault);
  });

  it.each([
    ['KWD', '1,000', '.', 'invalid'],
    ['KWD', '1.000', ',', 'invalid'],
    ['KWD', '١,٠٠٠', '.', 'invalid'],
    ['TND', '12,500', '.', 'invalid'],
    ['BTC', '1,000', '.', 'invalid'],
    ['KWD', '1.000', '.', '1.000'],
    ['KWD', '12,500', ',', '12.500'],
    ['KWD', '12٫500', '.', '12.500'],
    ['KWD', '1000,500', '.', '1000.500'],
    ['KWD', '0,500', '.', '0.500'],
    ['KWD', '1,50', '.', '1.50'],
    ['BTC', '1,0000', '.', '1.0000'],
  ] as const)(
    'in %s, the typed amount %j with the decimal mark "%s" is read as %s',
    (code, text, mark, read) => {
      const currency = code as Currency;
      const any = { ...free, currency, minimum: null, maximum: null };
      const expected = read === 'invalid' ? read : { amount: read, currency };
      expect(readFreeAmount(text, any, mark)).toEqual(expected);
    },
  );

  it('typed amounts that differ only in the number of zeros after the point are the same price', () => {
    const asked = { amount: '5', currency: EUR };
    expect(isSamePriceRequest(asked, { amount: '5.00', currency: EUR })).toBe(true);
    expect(isSamePriceRequest(asked, { amount: '5.01', currency: EUR })).toBe(false);
    expect(isSamePriceRequest(asked, { amount: '5', currency: 'USD' as Currency })).toBe(false);
  });
});

it.each([
  [null, null, null, undefined],
  ['1', '5', '5', undefined],
  ['5', '5.00', '5', undefined],
  ['5', '4.99', null, 'maximum'],
  ['5', null, '4', 'suggested'],
  [null, '5', '6', 'suggested'],
])(
  'a link with minimum %s, maximum %s and suggestion %s has an error at the field %s',
  (minimum, maximum, suggested, is) => {
    expect(invalidBoundField({ currency: EUR, minimum, maximum, suggested })).toBe(is);
  },
);
