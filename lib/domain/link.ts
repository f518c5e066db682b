import { type Currency, decimalsOf } from './currency';
import { minorUnits, type PriceRequest } from './price';
import type { Sats } from './sats';
import { type DecimalMark, mayBeThousands } from './typed-number';

/**
 * How the amount of a link's payments is set. A price is converted to satoshis each time that a
 * customer begins a payment.
 */
export type LinkAmount =
  | { readonly kind: 'sats'; readonly sats: Sats }
  | { readonly kind: 'price'; readonly asked: PriceRequest }
  | FreeAmount;

/** The customer chooses the amount. The limits are decimal numbers in the currency. */
export interface FreeAmount {
  readonly kind: 'free';
  readonly currency: Currency;
  readonly minimum: string | null;
  readonly maximum: string | null;
  /** The amount with which the form is filled in at first. */
  readonly suggested: string | null;
}

export interface PayerNote {
  /** The label of the form's field; null for the default label. */
  readonly label: string | null;
  readonly required: boolean;
}

/** Maximum length of the customer's note, in characters. */
export const NOTE_LENGTH = 280;

/**
 * `open`: the link accepts payments. `reserved`: it accepts none for now, because pending payments
 * use up the limit. With any other status, it accepts no payments any more.
 */
export const LINK_STATUSES = ['open', 'reserved', 'used_up', 'expired', 'inactive'] as const;
export type LinkStatus = (typeof LINK_STATUSES)[number];

/** The facts that decide whether a link accepts payments. */
export interface LinkFacts {
  readonly deactivatedAt: Date | null;
  /** Whether the link's API key is neither revoked nor expired. */
  readonly keyUsable: boolean;
  readonly expiresAt: Date | null;
  /** Maximum number of payments of the link; null if there is no limit. */
  readonly maxPayments: number | null;
  /** The number of the link's detected and confirmed payments. */
  readonly paid: number;
  /**
   * The number of the link's pending payments. Each counts towards the limit until it expires or is
   * canceled.
   */
  readonly pending: number;
}

export function linkStatus(facts: LinkFacts, now: Date): LinkStatus {
  const { deactivatedAt, keyUsable, expiresAt, maxPayments, paid, pending } = facts;
  if (deactivatedAt || !keyUsable) return 'inactive';
  if (maxPayments !== null && paid >= maxPayments) return 'used_up';
  if (expiresAt && now >= expiresAt) return 'expired';
  if (maxPayments !== null && paid + pending >= maxPayments) return 'reserved';
  return 'open';
}

/** Maximum number of a link's payments that one client address may have open without paying. */
export const MAX_OPEN_PER_CLIENT = 2;
/** How long an unpaid payment of a link counts towards the limit of its wallet: an hour. */
export const UNPAID_WINDOW_MS = 3_600_000;

export type AmountFault = 'invalid' | 'below_minimum' | 'above_maximum';

/**
 * Parses an amount that a customer typed. Accepts a comma as the decimal mark, and digits of other
 * scripts. Refuses thousands separators, because some look like a decimal mark. If the text is
 * ambiguous, only the decimal mark of the form's language counts.
 */
export function readFreeAmount(
  text: string,
  free: FreeAmount,
  decimalMark: DecimalMark,
): PriceRequest | AmountFault {
  const typed = text
    .normalize('NFKC')
    .trim()
    .replace(/\p{Nd}/gu, latinDigit);
  if (mayBeThousands(typed, decimalMark)) return 'invalid';
  const amount = typed.replace(/[,٫]/, '.');
  const priceRequest = { amount, currency: free.currency };
  const units = minorUnits(priceRequest);
  if (units === undefined) return 'invalid';
  if (free.minimum !== null && units < unitsOf(free.minimum, free.currency)) return 'below_minimum';
  if (free.maximum !== null && units > unitsOf(free.maximum, free.currency)) return 'above_maximum';
  return priceRequest;
}

/** The character codes of the zero in Arabic, Persian, Devanagari, Bangla and Thai digits. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50];

function latinDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  const zero = ZEROS.find((first) => first <= code && code <= first + 9);
  return zero === undefined ? digit : String(code - zero);
}

/** Whether two prices are equal: "5" equals "5.00" in the same currency. */
export function isSamePriceRequest(one: PriceRequest, other: PriceRequest): boolean {
  return one.currency === other.currency && minorUnits(one) === minorUnits(other);
}

/**
 * Returns which field of a link contradicts the others: a maximum below the minimum, or a suggested
 * amount outside the limits. Returns undefined if none does.
 */
export function boundsFault({ currency, minimum, maximum, suggested }: Omit<FreeAmount, 'kind'>) {
  const minUnits = minimum === null ? 1n : unitsOf(minimum, currency);
  const maxUnits = maximum === null ? undefined : unitsOf(maximum, currency);
  if (maxUnits !== undefined && maxUnits < minUnits) return 'maximum';
  if (suggested === null) return undefined;
  const units = unitsOf(suggested, currency);
  return units < minUnits || (maxUnits !== undefined && units > maxUnits) ? 'suggested' : undefined;
}

/**
 * Returns an amount in the least unit of its currency. @throws RangeError for an invalid amount.
 * The limits were checked when the link was created.
 */
function unitsOf(amount: string, currency: Currency): bigint {
  const units = minorUnits({ amount, currency });
  if (units === undefined)
    throw new RangeError(`${amount} has not ${decimalsOf(currency)} decimals`);
  return units;
}
