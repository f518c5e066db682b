import { expect, test } from 'vitest';
import { createSeals } from './seal';

const seals = createSeals(new Uint8Array(32).fill(1));
const LINK = { id: 'link_1', apiKeyId: 'key_1' };
const REFUND = {
  ...{ id: 'ref_1', paymentId: 'pay_1', apiKeyId: 'key_1', network: 'regtest' },
  ...{ amountSats: 7, address: null, script: null, formerScripts: [] },
  price: { amount: '1.00', currency: 'EUR' },
} as never;

test('a row matches its own seal, even after a restart', () => {
  const seal = seals.of('payment_link', LINK);
  expect(createSeals(new Uint8Array(32).fill(1)).matches('payment_link', { ...LINK, seal })).toBe(
    true,
  );
});

test('the order of a price’s JSON members in the database does not change the row’s seal', () => {
  const price = { currency: 'EUR', amount: '1.00' };
  expect(seals.of('refund', { ...(REFUND as object), price } as never)).toBe(
    seals.of('refund', REFUND),
  );
});

test.each([
  ['another fact', { ...LINK, apiKeyId: 'key_2' }, seals.of('payment_link', LINK)],
  [
    'facts that join to the same text',
    { id: 'link', apiKeyId: '_1key_1' },
    seals.of('payment_link', LINK),
  ],
  ['no seal', LINK, ''],
  ['a seal of another version', LINK, seals.of('payment_link', LINK).replace('v1', 'v2')],
  [
    'the seal of another kind of row',
    LINK,
    seals.of('api_key_secret', { hash: 'link_1', apiKeyId: 'key_1' }),
  ],
  [
    'the seal of another secret key',
    LINK,
    createSeals(new Uint8Array(32).fill(2)).of('payment_link', LINK),
  ],
])('a row with %s does not match its seal', (_, row, seal) => {
  expect(seals.matches('payment_link', { ...row, seal })).toBe(false);
});
