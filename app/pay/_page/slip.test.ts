import { createElement } from 'react';
import { expect, test } from 'vitest';
import { NO_BRANDING } from '@/lib/domain/branding';
import type { Currency } from '@/lib/domain/currency';
import { LANGUAGES, type Language } from '@/lib/domain/language';
import type { PublicPayment } from '@/lib/payments/public';
import { PUBLIC_PAYMENT as PAYMENT } from '@/test/support/public-payment';
import { renderHtml, slipFacts } from './render';
import { Slip } from './slip';
import { toPageView } from './view';
import { wordingIn } from './wording';

const NOW = new Date('2026-05-01T12:00:00Z');

/** Returns the page's text without markup and without the `template` for an expired payment. */
async function textOf(payment: PublicPayment, language: Language = 'en'): Promise<string> {
  const html = await renderHtml(createElement(Slip, { view: toPageView(payment, language, NOW) }));
  const shown = html.replace(/<template.*<\/template>/s, '');
  return shown.replace(/<[^>]*>/g, '').replaceAll('\u00a0', ' ');
}

const WARNING = 'wallets send no less than';

test.each([
  ['the whole amount', { amountSats: 293, dueSats: 293 }],
  ['the rest of an underpaid payment', { receivedSats: 900, dueSats: 100 }],
])(
  'if %s is below the dust limit, a warning shows the smallest amount that wallets send',
  async (_what, fields) => {
    const text = await textOf({ ...PAYMENT, ...fields });
    expect(text).toMatch(
      /wallets send no less than 294\s*sat to this address\. Pay 294\s*sat instead/,
    );
  },
);

test.each([
  ['an amount at the dust limit', { amountSats: 294, dueSats: 294 }],
  ['a paid payment', { status: 'detected', receivedSats: 1_000, dueSats: 0 }],
  ['an expired payment', { status: 'expired', amountSats: 293, dueSats: 293 }],
] as const)('for %s, the page shows no dust warning', async (_what, fields) => {
  expect(await textOf({ ...PAYMENT, ...fields })).not.toContain(WARNING);
});

const LATE = { status: 'detected', flags: ['late'], receivedSats: 1_000, dueSats: 0 } as const;

test('money received after a cancellation is described as arriving after the cancellation, not after the expiry', async () => {
  const canceledAt = new Date('2026-05-01T11:00:00Z');
  const text = await textOf({ ...PAYMENT, ...LATE, canceledAt });
  expect(text).toContain('arrived after the order was canceled');
  expect(text).not.toContain('expired');
  expect(await textOf({ ...PAYMENT, ...LATE })).toContain('arrived after the request had expired');
});

test('the page never describes a late payment as done, in any language', async () => {
  const late = { ...PAYMENT, ...LATE, status: 'confirmed', confirmations: 3 } as const;
  const text = await textOf(late);
  expect(text).toContain('Received late.');
  expect(text).not.toMatch(/You can close this page|Paid and confirmed/);
  for (const language of LANGUAGES) {
    const { say } = slipFacts(toPageView(late, language, NOW));
    expect(say).not.toBe(wordingIn(language, 'M').plain('confirmedHeading'));
  }
});

test('late money is not shown in green until the merchant accepts it', async () => {
  const late = { ...PAYMENT, ...LATE, status: 'confirmed', confirmations: 3 } as const;
  const shown = (payment: PublicPayment) =>
    renderHtml(createElement(Slip, { view: toPageView(payment, 'en', NOW) }));
  const waiting = await shown(late);
  expect(waiting).toContain('tone-pending');
  expect(waiting).not.toContain('tone-confirmed');
  expect(slipFacts(toPageView(late, 'en', NOW)).title).toBe('Received late: Shop');
  const accepted = await shown({ ...late, accepted: true });
  expect(accepted).toContain('tally tone-confirmed');
  expect(accepted).toContain('Paid and confirmed.');
  expect(accepted).not.toContain('Received late');
});

const SHORT = { receivedSats: 700, dueSats: 300, flags: ['underpaid'] } as const;

test('an underpaid payment that the merchant accepts is shown as paid', async () => {
  const ended = { ...PAYMENT, ...SHORT, status: 'expired' } as const;
  expect(await textOf(ended)).toContain('expired');
  expect(await textOf({ ...ended, accepted: true })).toContain('Paid and confirmed.');
});

const FACE = {
  ...NO_BRANDING,
  supportEmail: 'orders@acme.example',
  supportPhone: '+49 30 23125-014',
};

test.each([
  ['underpaid', { ...SHORT }],
  ['late', { ...LATE }],
  ['overpaid', { status: 'confirmed', flags: ['overpaid'], receivedSats: 2_000, dueSats: 0 }],
  ['expired', { status: 'expired' }],
  ['canceled', { status: 'canceled' }],
] as const)(
  'a payment page in the state %s has a contact button only if the merchant has set a contact',
  async (_, fields) => {
    const shown = (payment: PublicPayment) =>
      renderHtml(createElement(Slip, { view: toPageView({ ...payment, ...fields }, 'en', NOW) }));
    const html = await shown({ ...PAYMENT, face: FACE, reference: 'Order 7' });
    expect(html).toContain('href="mailto:orders@acme.example?subject=Order%207"');
    expect(html).toContain('Contact <span class="value"><bdi>Shop</bdi></span>');
    expect(await shown({ ...PAYMENT, face: { ...FACE, supportEmail: null } })).toContain(
      'href="tel:+493023125014"',
    );
    expect(await shown(PAYMENT)).not.toContain('slip-contact');
  },
);

test('an overpaid amount is shown in the shop’s currency first, then in satoshis', async () => {
  const over = { status: 'confirmed', flags: ['overpaid'], dueSats: 0 } as const;
  const receivedSats = 2 * PAYMENT.amountSats;
  const text = await textOf({ ...PAYMENT, ...over, receivedSats, price: PRICE });
  expect(text).toContain('You sent €1,234.50 (1000 sat) more than requested');
  expect(await textOf({ ...PAYMENT, ...over, receivedSats })).toContain('You sent 1000 sat more');
});

test('the announcement for screen readers states the missing amount in the shop’s currency, then in satoshis', () => {
  const short = { ...PAYMENT, ...SHORT, price: PRICE };
  const { say } = slipFacts(toPageView(short, 'en', NOW));
  expect(say.replaceAll('\u00a0', ' ')).toBe('Still missing €370.35 (300 sat)');
});

test('the missing and the received amount are shown in the shop’s currency and add up to the price', async () => {
  const text = await textOf({ ...PAYMENT, ...SHORT, price: PRICE });
  expect(text).toContain('Still missing€370.35');
  expect(text).toContain('€864.15 of €1,234.50 has arrived');
  expect(text).toContain('Paid from an exchange?');
});

test.each(['expired', 'canceled'] as const)(
  'the page of a partly paid payment that is %s shows the received amount in the shop’s currency',
  async (status) => {
    const text = await textOf({ ...PAYMENT, ...SHORT, status, price: PRICE });
    expect(text).toContain('€864.15 of €1,234.50 has arrived');
    expect(await textOf({ ...PAYMENT, ...SHORT, status })).toContain('700 sat of 1000 sat');
  },
);

test('the page explains a reorg to the customer until the payment is confirmed again', async () => {
  const paid = { flags: ['reorged'], receivedSats: 1_000, dueSats: 0, confirmations: 1 } as const;
  const reversed = { ...PAYMENT, ...paid, status: 'detected' } as const;
  expect(await textOf(reversed)).toContain('replaced its newest blocks');
  expect(slipFacts(toPageView(reversed, 'en', NOW)).say).toContain('replaced its newest blocks');
  const confirmed = { ...PAYMENT, ...paid, status: 'confirmed', confirmations: 3 } as const;
  expect(await textOf(confirmed)).not.toContain('replaced');
});

test.each(['expired', 'canceled'] as const)(
  'if a payment is %s and its transaction was replaced, the page says that the transaction did not go through',
  async (status) => {
    expect(await textOf({ ...PAYMENT, status, flags: ['replaced'] })).toContain(
      'did not go through',
    );
    expect(await textOf({ ...PAYMENT, status })).not.toContain('did not go through');
  },
);

test.each([
  ['the newest block, while the next block may confirm the payment', 0, '912345'],
  ['the block that has just given a confirmation', 2, '912347'],
  ['the block that confirmed the payment, however many blocks followed', 9, '912348'],
])('the page of a paid payment shows %s', async (_what, depth, number) => {
  const paid = { receivedSats: 1_000, dueSats: 0, firstBlock: 912_346, confirmations: depth };
  const text = await textOf({ ...PAYMENT, ...paid, status: depth < 3 ? 'detected' : 'confirmed' });
  expect(text.match(/9123\d\d/g)).toEqual([number]);
});

test.each([
  ['nothing has been received', {}],
  [
    'a partial payment has been received',
    { receivedSats: 900, dueSats: 100, flags: ['underpaid'] },
  ],
] as const)(
  'when %s, the page already contains the view that it shows once the payment expires',
  async (_what, fields) => {
    const payment = { ...PAYMENT, ...fields };
    const slip = (now: Date) =>
      renderHtml(createElement(Slip, { view: toPageView(payment, 'en', now) }));
    const [, attributes = '', sent] =
      /<template([^>]*)>(.*)<\/template>/s.exec(await slip(NOW)) ?? [];
    expect(sent).toBe(await slip(payment.expiresAt));
    const { tag, title, say } = slipFacts(toPageView(payment, 'en', payment.expiresAt));
    expect(attributes).toBe(
      ` data-tag="${tag}" data-state="expired" data-title="${title}" data-say="${say}"`,
    );
  },
);

const PAID: PublicPayment = {
  ...PAYMENT,
  status: 'confirmed',
  ...{ receivedSats: PAYMENT.amountSats, dueSats: 0, confirmations: 3, firstBlock: 1 },
  ...{ txid: 'ab'.repeat(32), detectedAt: NOW, confirmedAt: NOW, description: 'Tea, 100 g' },
};
const PRICE = {
  ...{ amount: '1234.5', currency: 'EUR' as Currency, rate: '50000.123', source: 'kraken' },
  ...{ quotedAt: NOW.toISOString(), spreadPpm: 0 },
};

test('a receipt has the description, the price, the rate, and the received amount with time and address', async () => {
  const text = await textOf({ ...PAID, price: PRICE, reference: 'Order 7' });
  for (const part of [
    'Order 7',
    'Tea, 100 g',
    'Price€1,234.50',
    'Rate1 BTC = €50,000.12',
    PAID.txid,
  ])
    expect(text).toContain(part);
  expect(text.replaceAll(' ', '')).toContain(PAID.address);
  expect(text).toContain('Confirmed1 May 2026, 12:00 UTC');
});

test.each([
  ['de', '1.234,50 €'],
  ['fr', '1 234,50 €'],
  ['ja', '€1,234.50'],
  ['ar', '‏1,234.50 €'],
] as const)('a receipt in the language %s writes the price as %s', async (language, written) => {
  const text = await textOf({ ...PAID, price: PRICE }, language);
  expect(text.replaceAll('\u202f', ' ')).toContain(written);
});

test.each([
  ['on an open payment page', PAYMENT],
  ['on a receipt', PAID],
])('the rate %s includes the server’s spread', async (_when, of) => {
  const price = { ...PRICE, rate: '50000', spreadPpm: 50_000 };
  const text = await textOf({ ...of, price });
  expect(text).toContain('1 BTC = €47,619.05');
  expect(text).not.toContain('50,000');
});

test('a receipt for a payment in bitcoin has no price and no rate', async () => {
  for (const price of [null, { ...PRICE, currency: 'BTC' as Currency, rate: '1', source: 'unit' }])
    expect(await textOf({ ...PAID, price })).not.toMatch(/Price|Rate/);
});
