import { type Currency, decimalsOf } from './currency';
import { minorUnits, type PriceRequest } from './price';
import type { Sats } from './sats';
import { type DecimalMark, mayBeThousands } from './typed-number';

/** The amount of a link's payments. A price is converted to satoshis at each click. */
export type LinkAmount =
  | { readonly kind: 'sats'; readonly sats: Sats }
  | { readonly kind: 'price'; readonly asked: PriceRequest }
  | FreeAmount;

/** The customer chooses the amount. The minimum and maximum are decimal numbers of the currency. */
export interface FreeAmount {
  readonly kind: 'free';
  readonly currency: Currency;
  readonly minimum: string | null;
  readonly maximum: string | null;
  /** The initial value of the form. */
  readonly suggested: string | null;
}

export interface PayerNote {
  /** The form's label; null for the page's own. */
  readonly label: string | null;
  readonly required: boolean;
}

/** Maximum length of the customer's note, in characters. */
export const NOTE_LENGTH = 280;

/**
 * `open` accepts payments. `reserved` accepts none at the moment, because pending payments occupy
 * all remaining places. The others accept none any more.
 */
export const LINK_STATUSES = ['open', 'reserved', 'used_up', 'expired', 'inactive'] as const;
export type LinkStatus = (typeof LINK_STATUSES)[number];

/** The facts that decide whether a link accepts payments. */
export interface LinkFacts {
  readonly deactivatedAt: Date | null;
  /** Whether the link's API key is neither revoked nor expired. */
  readonly keyUsable: boolean;
  readonly expiresAt: Date | null;
  /** The highest number of payments; null for any number. */
  readonly maxPayments: number | null;
  /** The number of the link's detected and confirmed payments. */
  readonly paid: number;
  /**
   * The number of the link's pending payments. Each occupies a place until it expires or is
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

/** Maximum number of open payments of a link, without an output, per client address. */
export const MAX_OPEN_PER_CLIENT = 2;
/** Time within which unpaid payments of links count towards the limit of their wallet. */
export const UNPAID_WINDOW_MS = 3_600_000;

export type AmountFault = 'invalid' | 'below_minimum' | 'above_maximum';

/**
 * Parses an amount typed by a customer. A comma may be the decimal mark, and digits of other
 * scripts are accepted. Thousands separators are refused, since some look like a decimal point. In
 * ambiguous text, only the mark of the form's own language counts.
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

/** The zeros of the Arabic, Persian, Devanagari, Bangla and Thai digits. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50];

function latinDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  const zero = ZEROS.find((first) => first <= code && code <= first + 9);
  return zero === undefined ? digit : String(code - zero);
}

/** Whether two amounts of a currency are equal: "5" equals "5.00". */
export function isSamePriceRequest(one: PriceRequest, other: PriceRequest): boolean {
  return one.currency === other.currency && minorUnits(one) === minorUnits(other);
}

/**
 * Returns the amount of a link that is below the minimum or above the maximum; undefined without
 * one.
 */
export function boundsFault({ currency, minimum, maximum, suggested }: Omit<FreeAmount, 'kind'>) {
  const minUnits = minimum === null ? 1n : unitsOf(minimum, currency);
  const maxUnits = maximum === null ? undefined : unitsOf(maximum, currency);
  if (maxUnits !== undefined && maxUnits < minUnits) return 'maximum';
  if (suggested === null) return undefined;
  const units = unitsOf(suggested, currency);
  return units < minUnits || (maxUnits !== undefined && units > maxUnits) ? 'suggested' : undefined;
}

/** @throws RangeError for an invalid amount; limits are checked when a link is created */
function unitsOf(amount: string, currency: Currency): bigint {
  const units = minorUnits({ amount, currency });
  if (units === undefined)
    throw new RangeError(`${amount} has not ${decimalsOf(currency)} decimals`);
  return units;
}
