import { expect, it } from 'vitest';
import { withPrice } from './with-price';

const rate = { source: 'kraken', quoted_at: '2026-05-03T13:00:00.000Z' };

it.each([
  ['EUR', '85000', '85.00'],
  ['JPY', '14000000', '14000'],
  ['KWD', '26000', '26.000'],
])(
  'a payment in satoshis has a price in %s with the decimals of the currency',
  (currency, of, amount) => {
    const detail = {
      payment: { amount_sats: 100_000, received_sats: 0, price: null },
      confirmation_rates: [{ currency, rate: of, ...rate }],
    } as unknown as Parameters<typeof withPrice>[0];
    expect(withPrice(detail).price).toMatchObject({ amount, currency });
  },
);
