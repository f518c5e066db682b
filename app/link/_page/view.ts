import type { Wording } from '@/app/pay/_page/wording';
import type { PublicLink } from '@/lib/links/public';

/** What was entered, and what is wrong with it. */
export interface FormState {
  readonly amount: string;
  readonly note: string;
  /** The codes of errors by field. */
  readonly faults: Readonly<Record<string, string>>;
}

export interface LinkPageView {
  readonly link: PublicLink;
  readonly wording: Wording;
  readonly form: FormState;
  /** Makes the form's payment one, however often it is sent. */
  readonly token: string;
  /** The checkout id of the payment that this browser can still pay. */
  readonly own: string | undefined;
  /** Too many payments of the link, or of this address, are unpaid. */
  readonly busy: boolean;
}
