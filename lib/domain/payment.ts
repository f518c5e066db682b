import { type Sats, toSats } from './sats';

/** No status may ever be added, because programs handle each one explicitly. */
export const PAYMENT_STATUSES = [
  'pending',
  'detected',
  'confirmed',
  'expired',
  'canceled',
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/**
 * `underpaid` and `overpaid` follow the received amount and may change. `late`, `replaced` and
 * `reorged` record an incident and are never removed.
 */
export const PAYMENT_FLAGS = ['underpaid', 'overpaid', 'late', 'replaced', 'reorged'] as const;
export type PaymentFlag = (typeof PAYMENT_FLAGS)[number];

/** Whether the outputs that count reach the required amount. */
export function isPaid(status: PaymentStatus): boolean {
  return status === 'detected' || status === 'confirmed';
}

/**
 * The result of adding up the outputs that count. Confirmed outputs are added before unconfirmed
 * ones, and older outputs before newer ones.
 */
export interface Tally {
  /**
   * Capped at all bitcoin that can exist. The sum of the outputs can be higher, because the same
   * bitcoin may be sent to the address twice.
   */
  readonly received: Sats;
  /** The transaction that reached the required amount; until then, the newest one. */
  readonly txid: string | null;
  /** Whether the outputs seen before the expiry reach the required amount. */
  readonly inTime: boolean;
  /** Height of the block whose outputs reach the required amount; null until then. */
  readonly coveredHeight: number | null;
}

export const NOTHING_RECEIVED: Tally = {
  received: toSats(0),
  txid: null,
  inTime: false,
  coveredHeight: null,
};

export interface PaymentTerms {
  readonly amount: Sats;
  readonly required: Sats;
  readonly requiredConfirmations: number;
  readonly expiresAt: Date;
}

/** What the chain, the clock or a cancellation can change about a payment. */
export interface PaymentStanding {
  readonly status: PaymentStatus;
  readonly flags: readonly PaymentFlag[];
  readonly received: Sats;
  readonly txid: string | null;
  readonly coveredHeight: number | null;
  readonly canceledAt: Date | null;
  /**
   * The transaction of the last payment.confirmed; null before the first. Used only while the
   * payment is detected or confirmed.
   */
  readonly announcedTxid: string | null;
}
