import type { PublicPayment } from '@/lib/payments/public';

/** The state of a payment for the customer, with fewer cases than the merchant's. */
export type PageState = 'waiting' | 'underpaid' | 'seen' | 'confirmed' | 'expired' | 'canceled';

/**
 * Returns the state of the page. Money that the merchant accepted counts as paid. An expired
 * payment stays pending until the chain has been read, but the page no longer asks for money.
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

/** Whether a reorg removed confirmations from a confirmed payment, which are now counted again. */
export function isReorged({ flags }: PublicPayment, state: PageState): boolean {
  return state === 'seen' && flags.includes('reorged');
}

/** Whether the money came after the payment had ended, and the merchant has not accepted it. */
export function isLate({ flags, accepted }: PublicPayment): boolean {
  return flags.includes('late') && !accepted;
}

/** Whether the page asks for payment in this state. */
export function isPayable(state: PageState): boolean {
  return state === 'waiting' || state === 'underpaid';
}
