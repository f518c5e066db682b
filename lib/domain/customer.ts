/** The customer's details, which the shop or the customer has entered. */
export interface Customer {
  readonly name: string | null;
  /** The e-mail address in lower case. */
  readonly email: string | null;
  /** The id that the shop has given the customer. */
  readonly reference: string | null;
}

/**
 * Whether a link's page requires a field. Null in place of a level means that the page does not
 * have the field.
 */
export const ASK_LEVELS = ['optional', 'required'] as const;
type AskLevel = (typeof ASK_LEVELS)[number];

/** The fields about the customer on a link's page. The note is separate. */
export interface CustomerFields {
  readonly name: AskLevel | null;
  readonly email: AskLevel | null;
}

export const MAX_CUSTOMER_NAME = 120;

/**
 * Returns a key by which a merchant's customer is recognized. It is made from the reference, or
 * else the e-mail address, or else the name. Payments with the same key belong to the same
 * customer. Returns null if there are no details.
 */
export function customerKeyOf({ reference, email, name }: Customer): string | null {
  return reference ?? email ?? name;
}
