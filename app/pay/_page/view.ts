import type { Language } from '@/lib/domain/language';
import type { PublicPayment } from '@/lib/payments/public';
import { type PageState, pageState } from './page-state';
import { shortHash } from './short-hash';
import { type Wording, wordingIn } from './wording';

export interface PaymentPageView {
  readonly payment: PublicPayment;
  readonly state: PageState;
  readonly wording: Wording;
  /** The server's time. */
  readonly now: Date;
}

export function toPageView(payment: PublicPayment, language: Language, now: Date): PaymentPageView {
  const wording = wordingIn(language, payment.merchantName);
  return { payment, state: pageState(payment, now), wording, now };
}

/** Returns a hash of everything on the page that can change, except the time. */
export function hashPageView({ payment, state, wording }: PaymentPageView): string {
  return shortHash(JSON.stringify([payment, state, wording.language]));
}
