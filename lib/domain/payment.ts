import { type Sats, toSats } from './sats';

/** The statuses of a payment. Programs switch on them, so a status is never added. */
export const PAYMENT_STATUSES = [
  'pending',
  'detected',
  'confirmed',
  'expired',
  'canceled',
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/**
 * Further facts about a payment. `underpaid` and `overpaid` follow the received amount; `late`,
 * `replaced` and `reorged` record an incident and stay.
 */
export const PAYMENT_FLAGS = ['underpaid', 'overpaid', 'late', 'replaced', 'reorged'] as const;
export type PaymentFlag = (typeof PAYMENT_FLAGS)[number];

/** Whether outputs that count reach the required amount. */
export function isPaid(status: PaymentStatus): boolean {
  return status === 'detected' || status === 'confirmed';
}

/** The sum of a payment's counting outputs. Confirmed outputs come first, oldest first. */
export interface Tally {
  /**
   * The received amount, capped at all bitcoin that can exist. The same coins count each time they
   * are sent to the address.
   */
  readonly received: Sats;
  /** The transaction that reached the required amount. Before that, the newest transaction. */
  readonly txid: string | null;
  /** Whether the outputs seen before the expiry add up to the required amount. */
  readonly inTime: boolean;
  /** Height at which confirmed outputs, oldest first, add up to the required amount. */
  readonly coveredHeight: number | null;
}

export const NOTHING_RECEIVED: Tally = {
  received: toSats(0),
  txid: null,
  inTime: false,
  coveredHeight: null,
};

/** The terms of a payment, fixed when it is created. */
export interface PaymentTerms {
  readonly amount: Sats;
  readonly required: Sats;
  readonly requiredConfirmations: number;
  readonly expiresAt: Date;
}

/**
 * A payment's standing consists of everything that the chain, the clock or a cancellation changes.
 */
export interface PaymentStanding {
  readonly status: PaymentStatus;
  readonly flags: readonly PaymentFlag[];
  readonly received: Sats;
  readonly txid: string | null;
  /**
   * Height at which confirmed outputs, oldest first, add up to the required amount; null until
   * then.
   */
  readonly coveredHeight: number | null;
  readonly canceledAt: Date | null;
  /**
   * The transaction of the last payment.confirmed; null before the first. It remains valid as long
   * as the payment stays detected or confirmed.
   */
  readonly announcedTxid: string | null;
}
