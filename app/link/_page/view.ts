import type { Wording } from '@/app/pay/_page/wording';
import type { OpenedLink } from '@/lib/links/public';

/** What was entered, and what is wrong with it. */
export interface FormState {
  /** Undefined in a form that nobody has filled in. */
  readonly amount: string | undefined;
  readonly note: string;
  /** The codes of errors by field. */
  readonly faults: Readonly<Record<string, string>>;
}

export interface LinkPageView {
  readonly link: OpenedLink;
  readonly wording: Wording;
  readonly form: FormState;
  /** Makes the form's payment one, however often it is sent. */
  readonly token: string;
  /** Too many payments of the link, or of this address, are unpaid. */
  readonly busy: boolean;
}
