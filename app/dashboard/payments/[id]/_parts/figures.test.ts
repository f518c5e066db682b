import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { PaymentStatus } from '@/lib/domain/payment';
import type { PaymentDetailAnswer } from '@/lib/http/payments/payment-detail-answer';
import { Notes } from './figures';

function underpaid(status: PaymentStatus): string {
  const payment = { status, flags: ['underpaid'], amount_sats: 50_000, received_sats: 20_000 };
  const notes = createElement(Notes, { detail: { payment } as unknown as PaymentDetailAnswer });
  return renderToStaticMarkup(notes).replace(/<[^>]*>/g, '');
}

test('an underpaid payment shows a remaining amount only while its page asks for that amount', () => {
  expect(underpaid('pending')).toMatch(/^30000 sat missing\. The rest can be paid/);
  for (const status of ['expired', 'canceled'] as const) {
    expect(underpaid(status)).toMatch(/^30000 sat missing\..*not to pay any more\.$/);
  }
});
