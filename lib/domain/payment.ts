import { type Sats, toSats } from './sats';

/**
 * The statuses of a payment. No status may ever be added, because programs handle each one
 * explicitly.
 */
export const PAYMENT_STATUSES = [
  'pending',
  'detected',
  'confirmed',
  'expired',
  'canceled',
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/**
 * Flags about a payment. `underpaid` and `overpaid` depend on the received amount and may change.
 * `late`, `replaced` and `reorged` record an incident and are never removed.
 */
export const PAYMENT_FLAGS = ['underpaid', 'overpaid', 'late', 'replaced', 'reorged'] as const;
export type PaymentFlag = (typeof PAYMENT_FLAGS)[number];

/** Whether the counting outputs reach the required amount. */
export function isPaid(status: PaymentStatus): boolean {
  return status === 'detected' || status === 'confirmed';
}

/**
 * The sum of a payment's counting outputs, added in a fixed order: confirmed outputs before others,
 * and older ones before newer ones.
 */
export interface Tally {
  /**
   * The received amount, limited to all bitcoin that can exist. The same bitcoin counts each time
   * that it is sent to the address.
   */
  readonly received: Sats;
  /**
   * The transaction with which the required amount was reached. Until then, the newest transaction.
   */
  readonly txid: string | null;
  /** Whether the outputs that were seen before the expiry reach the required amount. */
  readonly inTime: boolean;
  /**
   * Height of the block with which the confirmed outputs reach the required amount; null until
   * then.
   */
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

/** A payment's standing: everything that the chain, the clock or a cancellation can change. */
export interface PaymentStanding {
  readonly status: PaymentStatus;
  readonly flags: readonly PaymentFlag[];
  readonly received: Sats;
  readonly txid: string | null;
  /**
   * Height of the block with which the confirmed outputs reach the required amount; null until
   * then.
   */
  readonly coveredHeight: number | null;
  readonly canceledAt: Date | null;
  /**
   * The transaction of the last payment.confirmed; null before the first. It is disregarded once
   * the payment is no longer detected or confirmed.
   */
  readonly announcedTxid: string | null;
}
