import type { PublicPayment } from '@/lib/payments/public';
import type { PageState } from './page-state';
import type { Wording } from './wording';

/** The data of every part of the page. */
export interface View {
  readonly payment: PublicPayment;
  readonly state: PageState;
  readonly wording: Wording;
  /** The server's clock. */
  readonly now: Date;
}
