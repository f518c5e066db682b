/** Who pays, as the shop or the customer said. */
export interface Customer {
  readonly name: string | null;
  /** The e-mail address in lower case. */
  readonly email: string | null;
  /** The shop's own id of the customer. */
  readonly reference: string | null;
}

/** Whether the page of a link asks the customer for a detail; null when it does not. */
export const ASK_LEVELS = ['optional', 'required'] as const;
type AskLevel = (typeof ASK_LEVELS)[number];

/** What the page of a link asks of the customer, besides the note. */
export interface CustomerFields {
  readonly name: AskLevel | null;
  readonly email: AskLevel | null;
}

export const MAX_CUSTOMER_NAME = 120;

/**
 * What identifies a merchant's customer: the reference if there is one, else the e-mail address,
 * else the name. Payments with the same key are the same customer's; null without a customer.
 */
export function customerKeyOf({ reference, email, name }: Customer): string | null {
  return reference ?? email ?? name;
}
