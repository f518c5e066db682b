export interface Customer {
  readonly name: string | null;
  /** In lower case. */
  readonly email: string | null;
  /** The shop's own id of the customer. */
  readonly reference: string | null;
}

export const FIELD_REQUIREMENTS = ['optional', 'required'] as const;
type AskLevel = (typeof FIELD_REQUIREMENTS)[number];

/** The fields about the customer on a link's page; null if the page lacks the field. */
export interface CustomerFields {
  readonly name: AskLevel | null;
  readonly email: AskLevel | null;
}

export const MAX_CUSTOMER_NAME_LENGTH = 120;

/** Returns the key that groups a merchant's payments by customer; null without any details. */
export function customerKeyOf({ reference, email, name }: Customer): string | null {
  return reference ?? email ?? name;
}
