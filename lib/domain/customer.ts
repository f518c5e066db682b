/** The customer, as entered by the shop or by themselves. */
export interface Customer {
  readonly name: string | null;
  /** The e-mail address in lower case. */
  readonly email: string | null;
  /** The shop's own id of the customer. */
  readonly reference: string | null;
}

/** Whether a field on the page of a link is optional or required; null for no field. */
export const ASK_LEVELS = ['optional', 'required'] as const;
type AskLevel = (typeof ASK_LEVELS)[number];

/** The customer's fields on the page of a link, besides the note. */
export interface CustomerFields {
  readonly name: AskLevel | null;
  readonly email: AskLevel | null;
}

export const MAX_CUSTOMER_NAME = 120;

/**
 * Returns a text that identifies a merchant's customer: the reference if there is one, else the
 * e-mail address, else the name; null without any. Payments with the same key belong to the same
 * customer.
 */
export function customerKeyOf({ reference, email, name }: Customer): string | null {
  return reference ?? email ?? name;
}
