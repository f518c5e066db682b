import { expect, test } from 'vitest';
import {
  minSendableSats,
  type PaymentValues,
  paymentBody,
  paymentFormSchema,
} from './payment-values';

const VALUES: PaymentValues = {
  key: 'key_1',
  amount: '125 000',
  currency: 'SATS',
  reference: ' Order 1 ',
  expiresIn: '3600',
  confirmations: '3',
  tolerance: '0',
  webhookUrl: '',
  address: '',
  description: '',
  customerName: '',
  customerEmail: '',
  customerReference: '',
  locale: '',
  returnUrl: '',
  returnAutomatically: false,
  metadata: '',
};

const KEYS = [
  { id: 'key_1', allow_custom_addresses: false },
  { id: 'key_2', allow_custom_addresses: true },
];

test('empty fields are left out of the request, and spaces in the amount are ignored', () => {
  expect(JSON.parse(JSON.stringify(paymentBody(VALUES, KEYS)))).toEqual({
    api_key_id: 'key_1',
    amount_sats: 125_000,
    underpayment_tolerance_ppm: 0,
    required_confirmations: 3,
    expires_in: 3600,
    reference: 'Order 1',
  });
});

test('the form sends an address only if the chosen key allows customer-provided addresses', () => {
  const address = ' bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080 ';
  const sent = (key: string) => paymentBody({ ...VALUES, key, address }, KEYS).destination_address;
  expect(sent('key_2')).toBe(address.trim());
  expect(sent('key_1')).toBeUndefined();
});

test('the entered customer details are checked, trimmed and sent', () => {
  const customerEmail = ' Ada@example.com ';
  expect(paymentBody({ ...VALUES, customerEmail }, KEYS).customer).toEqual({
    email: 'Ada@example.com',
  });
  expect(paymentBody(VALUES, KEYS).customer).toBeUndefined();
  expect(paymentFormSchema.safeParse({ ...VALUES, customerEmail }).success).toBe(true);
  expect(paymentFormSchema.safeParse({ ...VALUES, customerEmail: 'ada' }).success).toBe(false);
});

test('each line of the metadata field is sent as one name with its value', () => {
  const metadata = ' order: 1042 \n\nurl:https://shop.example/a:b\nempty:';
  expect(paymentFormSchema.safeParse({ ...VALUES, metadata }).success).toBe(true);
  expect(paymentBody({ ...VALUES, metadata }, KEYS).metadata).toEqual({
    order: '1042',
    url: 'https://shop.example/a:b',
    empty: '',
  });
});

test('the minimum amount depends on the entered address or, if none is entered, on the key’s wallet', () => {
  expect(minSendableSats('', 294)).toBe(294);
  expect(minSendableSats(' ', undefined)).toBeUndefined();
  expect(minSendableSats(' 1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 294)).toBe(546);
});

test.each([
  ['0', 0],
  ['1', 10_000],
  ['0.1', 1_000],
  ['0,05', 500],
  ['0.0001', 1],
])('a tolerance of %s %% is sent as %d ppm', (tolerance, ppm) => {
  expect(paymentBody({ ...VALUES, tolerance }, KEYS).underpayment_tolerance_ppm).toBe(ppm);
});

test.each([
  ['amount', '0'],
  ['amount', ''],
  ['amount', '1,000'],
  ['amount', '1.5'],
  ['amount', '2100000000000001'],
  ['tolerance', '1.1'],
  ['tolerance', '-0.1'],
  ['tolerance', ''],
  ['webhookUrl', 'shop.example'],
  ['returnUrl', 'shop.example'],
  ['returnUrl', 'javascript:alert(1)'],
  ['metadata', 'order'],
  ['metadata', 'order: 1\norder: 2'],
  ['metadata', ': 1'],
])('the field %s is rejected with the value "%s"', (field, value) => {
  const { error } = paymentFormSchema.safeParse({ ...VALUES, [field]: value });
  expect(error?.issues.map(({ path }) => path[0])).toEqual([field]);
});

test.each([
  ['49.90', 'EUR', '49.90'],
  ['49,9', 'EUR', '49.9'],
  ['1 249.90', 'EUR', '1249.90'],
  ['500', 'JPY', '500'],
  ['0.00012345', 'BTC', '0.00012345'],
])('the amount %s %s is sent as a price of %s', (amount, currency, sent) => {
  expect(paymentFormSchema.safeParse({ ...VALUES, amount, currency }).success).toBe(true);
  const body = paymentBody({ ...VALUES, amount, currency }, KEYS);
  expect(body).toMatchObject({ price: { amount: sent, currency } });
  expect(body).not.toHaveProperty('amount_sats');
});

test.each([
  ['49.901', 'EUR', 'at most 2 decimals'],
  ['1,249.90', 'EUR', 'at most 2 decimals'],
  ['1,000', 'KWD', 'no thousands separator'],
  ['12,500', 'TND', 'no thousands separator'],
  ['1,000', 'BTC', 'no thousands separator'],
  ['49.9', 'JPY', 'whole number of JPY'],
  ['0', 'EUR', 'at most 2 decimals'],
  ['', 'EUR', 'at most 2 decimals'],
  ['49.90', 'SATS', 'whole number of satoshis'],
])(
  'the invalid amount %s %s is rejected with a hint, together with the errors of other fields',
  (amount, currency, message) => {
    const { error } = paymentFormSchema.safeParse({ ...VALUES, amount, currency, tolerance: 'x' });
    const found = error?.issues.find(({ path }) => path[0] === 'amount');
    expect(found?.message).toContain(message);
    expect(error?.issues.some(({ path }) => path[0] === 'tolerance')).toBe(true);
  },
);
