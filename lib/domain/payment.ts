import type { Sats } from './sats';

/** Programs switch on these, so no status is ever added. */
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

export const EVENT_TYPES = ['payment.detected', 'payment.confirmed'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** A transaction output that pays a payment's scriptPubKey and still counts. */
export interface CountedOutput {
  readonly txid: string;
  readonly vout: number;
  readonly sats: Sats;
  /** Height of the block that holds it; null while it is in the mempool. */
  readonly height: number | null;
  readonly firstSeenAt: Date;
}

/** The terms of a payment, fixed when it is created. */
export interface PaymentTerms {
  readonly amount: Sats;
  readonly required: Sats;
  readonly requiredConfirmations: number;
  readonly expiresAt: Date;
}

/** Where a payment stands: everything that the chain, the clock or a cancel changes. */
export interface PaymentStanding {
  readonly status: PaymentStatus;
  readonly flags: readonly PaymentFlag[];
  readonly received: Sats;
  readonly txid: string | null;
  /** Height at which confirmed outputs, oldest first, cover the required amount; null before. */
  readonly coveredHeight: number | null;
  readonly canceledAt: Date | null;
  /**
   * The transaction named by the last payment.confirmed; null before the first. It holds as long as
   * the payment stays detected or confirmed.
   */
  readonly announcedTxid: string | null;
}
