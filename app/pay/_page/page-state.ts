import type { PublicPayment } from '@/lib/payments/public';

/** The state of a payment for the customer, who sees fewer cases than the merchant. */
export type PageState = 'waiting' | 'underpaid' | 'seen' | 'confirmed' | 'expired' | 'canceled';

/**
 * An accepted payment counts as paid. A payment whose time is over counts as expired, although its
 * status stays `pending` until the chain has been read.
 */
export function pageState(payment: PublicPayment, now: Date): PageState {
  if (payment.accepted) return 'confirmed';
  switch (payment.status) {
    case 'detected':
      return 'seen';
    case 'pending':
      if (now >= payment.expiresAt) return 'expired';
      return payment.receivedSats > 0 ? 'underpaid' : 'waiting';
    default:
      return payment.status;
  }
}

/** Whether a confirmed payment lost confirmations in a reorg and is being confirmed again. */
export function isReorged({ flags }: PublicPayment, state: PageState): boolean {
  return state === 'seen' && flags.includes('reorged');
}

/** Whether the money arrived after the payment had ended, and the merchant has not accepted it. */
export function isLate({ flags, accepted }: PublicPayment): boolean {
  return flags.includes('late') && !accepted;
}

export function isPayable(state: PageState): boolean {
  return state === 'waiting' || state === 'underpaid';
}
