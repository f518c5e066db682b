import type { Wording } from '@/app/pay/_page/wording';
import type { Language } from '@/lib/domain/language';
import type { LinkWithOwnPayment } from '@/lib/links/public';
import type { LinkFormField, LinkFormRefusal } from './refusal';

export interface LinkFormState {
  readonly faults: LinkFormRefusal['faults'] | undefined;
  readonly notice: LinkFormRefusal['notice'] | undefined;
  /** Undefined until the form is sent. */
  readonly amount: string | undefined;
  readonly note: string;
  readonly name: string;
  readonly email: string;
}

export interface LinkPageView {
  readonly link: LinkWithOwnPayment;
  readonly wording: Wording;
  /** The language in the URL. */
  readonly requested: Language | undefined;
  readonly form: LinkFormState;
  /** The proof-of-work task that the page's script solves; undefined if none is needed. */
  readonly challenge: string | undefined;
  /** Identifies the form, which creates only one payment, however often it is sent. */
  readonly token: string;
}

const FIELDS: readonly LinkFormField[] = ['amount', 'name', 'email', 'note'];

/** Whether the field is the first with a fault, in the order of the page. */
export function isFirstFault(
  field: LinkFormField,
  { faults }: Pick<LinkFormState, 'faults'>,
): boolean {
  return FIELDS.find((one) => faults?.[one] !== undefined) === field;
}

/** Returns a payment page's URL, with the language of the link page's URL. */
export function paymentHref(checkoutId: string, requested: Language | undefined): string {
  const query = requested ? `?lang=${requested}` : '';
  return `../pay/${checkoutId}${query}`;
}
