import type { PublicPayment } from '@/lib/payments/public';
import type { Wording } from './wording';

/** What a payer must know and do, which is less than what a merchant distinguishes. */
export type PageState = 'waiting' | 'underpaid' | 'seen' | 'confirmed' | 'expired' | 'canceled';

/**
 * The state of the page. Past its time a payment may still be pending until the chain has been
 * read: the payer is told at once not to pay any more.
 */
export function pageState(payment: PublicPayment, now: Date): PageState {
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

/** States in which the payer is asked to pay. */
export function isPayable(state: PageState): boolean {
  return state === 'waiting' || state === 'underpaid';
}

/** What every part of the page is drawn from. */
export interface View {
  readonly payment: PublicPayment;
  readonly state: PageState;
  readonly wording: Wording;
  /** The server's clock. */
  readonly now: Date;
}
