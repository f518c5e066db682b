import { expect, test } from 'vitest';
import type { PaymentFlag, PaymentStatus } from '@/lib/domain/payment';
import { DECISION_REASON_CONDITIONS } from '@/lib/domain/worklist';
import { paymentBadgeStyle } from './status-badge';

test.each<[PaymentStatus, PaymentFlag[], string]>([
  ['pending', [], 'Pending'],
  ['pending', ['underpaid'], 'Underpaid'],
  ['pending', ['replaced'], 'Reversed'],
  ['pending', ['underpaid', 'replaced'], 'Reversed'],
  ['detected', [], 'Detected'],
  ['detected', ['replaced'], 'Detected'],
  ['detected', ['late'], 'Expired, paid late'],
  ['detected', ['reorged'], 'Reversed'],
  ['confirmed', ['late', 'overpaid'], 'Expired, paid late'],
  ['confirmed', ['overpaid'], 'Confirmed, overpaid'],
  ['confirmed', ['replaced', 'reorged'], 'Confirmed'],
  ['expired', ['underpaid'], 'Expired, underpaid'],
  ['expired', ['late', 'replaced'], 'Expired, reversed'],
  ['canceled', ['underpaid'], 'Canceled, underpaid'],
])('a payment that is %s with the flags %s is labeled "%s"', (status, flags, label) => {
  expect(paymentBadgeStyle({ status, flags }).label).toBe(label);
});

test('a payment that is paid after a cancellation is labeled as canceled and paid late', () => {
  const late = { status: 'confirmed', flags: ['late'] } as const;
  const canceled = paymentBadgeStyle({ ...late, canceledAt: '2026-11-27T10:02:00.000Z' });
  expect(canceled.label).toBe('Canceled, paid late');
});

test('if a flag of a payment requires a decision, the flag changes the payment’s label', () => {
  for (const signs of Object.values(DECISION_REASON_CONDITIONS)) {
    for (const { flag, statuses } of signs) {
      for (const status of statuses) {
        const plain = paymentBadgeStyle({ status }).label;
        expect(paymentBadgeStyle({ status, flags: [flag] }).label, `${status} ${flag}`).not.toBe(
          plain,
        );
      }
    }
  }
});
