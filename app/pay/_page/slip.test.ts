import { createElement } from 'react';
import { expect, test } from 'vitest';
import type { PublicPayment } from '@/lib/payments/public';
import { markup } from './render';
import { Slip } from './slip';
import { viewOf } from './view';

const PAYMENT: PublicPayment = {
  checkoutId: 'co_of_no_payment',
  merchantName: 'Shop',
  reference: null,
  description: null,
  locale: null,
  back: null,
  network: 'mainnet',
  address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  amountSats: 1_000,
  price: null,
  receivedSats: 0,
  dueSats: 1_000,
  status: 'pending',
  flags: [],
  confirmations: 0,
  requiredConfirmations: 3,
  txid: null,
  expiresAt: new Date('2026-05-01T13:00:00Z'),
  detectedAt: null,
  confirmedAt: null,
  walletUri: 'bitcoin:x',
  qrText: 'bitcoin:x',
  embedOrigins: [],
};
const NOW = new Date('2026-05-01T12:00:00Z');

/** The text of the slip, without its markup. */
async function textOf(payment: PublicPayment): Promise<string> {
  const html = await markup(createElement(Slip, { view: viewOf(payment, 'en', NOW) }));
  return html.replace(/<[^>]*>/g, '').replaceAll('\u00a0', ' ');
}

const WARNING = 'wallets send no less than';

test.each([
  ['the whole amount', { amountSats: 293, dueSats: 293 }],
  ['the rest of an underpaid payment', { receivedSats: 900, dueSats: 100 }],
])('%s that no wallet sends is named, with what to pay instead', async (_what, fields) => {
  const text = await textOf({ ...PAYMENT, ...fields });
  expect(text).toMatch(
    /wallets send no less than 294\s*sat to this address\. Pay 294\s*sat instead/,
  );
});

test.each([
  ['an amount that wallets send', { amountSats: 294, dueSats: 294 }],
  ['a paid payment', { status: 'detected', receivedSats: 1_000, dueSats: 0 }],
  ['an expired payment', { status: 'expired', amountSats: 293, dueSats: 293 }],
] as const)('nothing of the kind is said of %s', async (_what, fields) => {
  expect(await textOf({ ...PAYMENT, ...fields })).not.toContain(WARNING);
});
