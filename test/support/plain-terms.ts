import { toSats } from '@/lib/domain/sats';
import {
  type NewPayment,
  newPaymentRow,
  nextAddressOf,
  type PaymentRow,
} from '@/lib/payments/payment-row';
import type { TestKey } from './factories';

/** The terms of a payment with the API's defaults, to an address of the key's wallet. */
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

/** Returns a payment not yet inserted, to an address of the key's wallet. */
export function draftFor({ actor }: TestKey, request = PLAIN_TERMS, now = new Date()): PaymentRow {
  return newPaymentRow(actor, request, nextAddressOf(actor), now);
}
