import { toSats } from '@/lib/domain/sats';
import {
  type NewPayment,
  newPaymentRow,
  type PaymentRow,
  unassignedDestination,
} from '@/lib/payments/payment-row';
import type { TestKey } from './factories';

export const PLAIN_TERMS: NewPayment = {
  amount: toSats(100_000),
  tolerancePpm: 0,
  requiredConfirmations: 3,
  expiresInSeconds: 3_600,
  webhookUrl: null,
  destinationAddress: null,
  reference: null,
  extra: null,
};

/** Does not store the payment. */
export function draftFor({ actor }: TestKey, request = PLAIN_TERMS, now = new Date()): PaymentRow {
  return newPaymentRow(actor, request, unassignedDestination(actor), now);
}
