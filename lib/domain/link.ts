import { type Currency, decimalsOf } from './currency';
import { minorUnits, type PriceRequest } from './price';
import type { Sats } from './sats';
import { type DecimalMark, hasPossibleThousandsMark } from './typed-number';

/**
 * How the amount of a link's payments is set. A price is converted to satoshis whenever a customer
 * begins a payment.
 */
export type LinkAmount =
  | { readonly kind: 'sats'; readonly sats: Sats }
  | { readonly kind: 'price'; readonly asked: PriceRequest }
  | FreeAmount;

/** The customer chooses the amount. The limits are decimal numbers. */
export interface FreeAmount {
  readonly kind: 'free';
  readonly currency: Currency;
  readonly minimum: string | null;
  readonly maximum: string | null;
  readonly suggested: string | null;
}

export interface PayerNote {
  /** The label of the note's field; null for the default label. */
  readonly label: string | null;
  readonly required: boolean;
}

/** In characters. */
export const MAX_CUSTOMER_NOTE_LENGTH = 280;

/**
 * `open`: the link accepts payments. `reserved`: it accepts none for now, because pending payments
 * use up its limit. With any other status, it accepts no more payments.
 */
export const LINK_STATUSES = ['open', 'reserved', 'used_up', 'expired', 'inactive'] as const;
export type LinkStatus = (typeof LINK_STATUSES)[number];

export interface LinkFacts {
  readonly deactivatedAt: Date | null;
  readonly keyUsable: boolean;
  readonly expiresAt: Date | null;
  readonly maxPayments: number | null;
  /** How many payments are detected or confirmed. */
  readonly paid: number;
  /** How many payments are pending. All of them count towards the limit. */
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

/** How many unpaid payments of a link one IP address may have open. */
export const MAX_OPEN_PAYMENTS_PER_IP = 2;
/** How long an unpaid payment of a link counts towards its wallet's limit: an hour. */
export const UNPAID_WINDOW_MS = 3_600_000;

export type AmountFault = 'invalid' | 'below_minimum' | 'above_maximum';

/**
 * Reads an amount that a customer typed. The decimal mark may be a comma, and the digits may be of
 * another script. Thousands separators are refused, because some look like a decimal mark.
 *
 * @param decimalMark decides when the text is ambiguous
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
  if (hasPossibleThousandsMark(typed, decimalMark)) return 'invalid';
  const amount = typed.replace(/[,٫]/, '.');
  const priceRequest = { amount, currency: free.currency };
  const units = minorUnits(priceRequest);
  if (units === undefined) return 'invalid';
  if (free.minimum !== null && units < unitsOf(free.minimum, free.currency)) return 'below_minimum';
  if (free.maximum !== null && units > unitsOf(free.maximum, free.currency)) return 'above_maximum';
  return priceRequest;
}

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
 * Returns the field that contradicts the others: a maximum below the minimum, or a suggested amount
 * outside the limits; undefined if none does.
 */
export function invalidBoundField({
  currency,
  minimum,
  maximum,
  suggested,
}: Omit<FreeAmount, 'kind'>) {
  const minUnits = minimum === null ? 1n : unitsOf(minimum, currency);
  const maxUnits = maximum === null ? undefined : unitsOf(maximum, currency);
  if (maxUnits !== undefined && maxUnits < minUnits) return 'maximum';
  if (suggested === null) return undefined;
  const units = unitsOf(suggested, currency);
  return units < minUnits || (maxUnits !== undefined && units > maxUnits) ? 'suggested' : undefined;
}

/** The limits were checked when the link was created. @throws RangeError for an invalid amount */
function unitsOf(amount: string, currency: Currency): bigint {
  const units = minorUnits({ amount, currency });
  if (units === undefined)
    throw new RangeError(`${amount} has not ${decimalsOf(currency)} decimals`);
  return units;
}
