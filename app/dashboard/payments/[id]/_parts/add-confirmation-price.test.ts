import { expect, it } from 'vitest';
import { addConfirmationPrice } from './add-confirmation-price';

const rate = { source: 'kraken', quoted_at: '2026-05-03T13:00:00.000Z' };

it.each([
  ['EUR', '85000', '85.00'],
  ['JPY', '14000000', '14000'],
  ['KWD', '26000', '26.000'],
])(
  'the price in %s of a payment in satoshis has as many decimals as the currency',
  (currency, of, amount) => {
    const detail = {
      payment: { amount_sats: 100_000, received_sats: 0, price: null },
      confirmation_rates: [{ currency, rate: of, ...rate }],
    } as unknown as Parameters<typeof addConfirmationPrice>[0];
    expect(addConfirmationPrice(detail).price).toMatchObject({ amount, currency });
  },
);
