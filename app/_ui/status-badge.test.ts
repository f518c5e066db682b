import { expect, test } from 'vitest';
import { PAYMENT_FLAGS, PAYMENT_STATUSES } from '@/lib/domain/payment';
import { incidentsOf, paymentLook } from './status-badge';

test('every flag of a payment appears once in the payment’s badges', () => {
  for (const status of PAYMENT_STATUSES) {
    const ordinary = paymentLook(status, []).label;
    for (const flag of PAYMENT_FLAGS) {
      const { label } = paymentLook(status, [flag]);
      const times = (label === ordinary ? 0 : 1) + incidentsOf(status, [flag]).length;
      expect(times, `${status}, ${flag}`).toBe(1);
    }
  }
});

test.each([
  ['confirmed', ['late'], 'Confirmed', ['Paid late']],
  ['expired', ['replaced'], 'Expired', ['Replaced']],
  ['confirmed', ['overpaid', 'late'], 'Confirmed, overpaid', ['Paid late']],
  ['confirmed', ['reorged'], 'Confirmed', ['Reorg']],
  ['detected', ['reorged'], 'Reversed by reorg', []],
] as const)('%s with %s reads "%s" and %s', (status, flags, label, incidents) => {
  expect(paymentLook(status, flags).label).toBe(label);
  expect(incidentsOf(status, flags)).toEqual(incidents);
});
