import { type EventType, isSentByDefault } from '@/lib/domain/event-types';
import type { Metadata } from '@/lib/domain/metadata';
import type { Network } from '@/lib/domain/network';
import type { PaymentStatus } from '@/lib/domain/payment';
import type { RevertReason } from '@/lib/domain/payment-events';
import type { Price, PriceRequest } from '@/lib/domain/price';
import type { RefundStatus } from '@/lib/domain/refund';
import type { Sats } from '@/lib/domain/sats';

const VERSION = '1';

/** The payment at the time of the event. */
export interface EventData {
  readonly payment_id: string;
  /**
   * The transaction that the event is about; null while nothing was received. Events that are sent
   * by default always have one.
   */
  readonly txid: string | null;
  readonly address: string;
  readonly amount_sats: Sats;
  readonly received_sats: Sats;
  readonly confirmations: number;
  /** Null if the payment has none. The event is then stored but not sent. */
  readonly webhook_url: string | null;
  /** As given when the payment was created. */
  readonly metadata: Metadata | null;
  readonly description: string | null;
  /** Null if the payment was requested in satoshis. */
  readonly price: PriceJson | null;
  /** Only in opt-in events. */
  readonly status?: PaymentStatus | undefined;
  /** Only in opt-in events; null unless the type is `payment.reverted`. */
  readonly reason?: RevertReason | null | undefined;
  /** Only in events of refunds. */
  readonly refund?: RefundJson | undefined;
}

export interface RefundJson {
  readonly id: string;
  readonly payment_id: string;
  readonly network: Network;
  readonly status: RefundStatus;
  readonly amount_sats: Sats;
  /** Fixed when the refund was recorded; null if it was recorded in satoshis. */
  readonly price: PriceRequest | null;
  readonly address: string | null;
  /** A BIP 21 URI while the refund is still to be paid; otherwise null. */
  readonly payment_uri: string | null;
  readonly txid: string | null;
  readonly vout: number | null;
  /** The refund's share of the transaction's fee; null while the fee is unknown. */
  readonly fee_sats: Sats | null;
  readonly confirmations: number;
  readonly required_confirmations: number;
  readonly created_at: string;
  readonly sent_at: string | null;
  readonly confirmed_at: string | null;
  readonly dropped_at: string | null;
}

export interface PriceJson extends Pick<Price, 'amount' | 'currency' | 'rate' | 'source'> {
  readonly quoted_at: string;
  readonly spread_ppm: number;
}

export function priceJson({ quotedAt, spreadPpm, ...price }: Price): PriceJson {
  const { amount, currency, rate, source } = price;
  return { amount, currency, rate, source, quoted_at: quotedAt, spread_ppm: spreadPpm };
}

export interface EventFacts {
  readonly paymentId: string;
  readonly txid: string | null;
  readonly address: string;
  readonly amount: Sats;
  readonly received: Sats;
  readonly confirmations: number;
  readonly webhookUrl: string | null;
  /** As given when the payment was created. */
  readonly metadata: Metadata | null;
  readonly description: string | null;
  readonly price: Price | null;
  readonly status: PaymentStatus;
  /** Null unless the type is `payment.reverted`. */
  readonly reason: RevertReason | null;
  readonly refund?: RefundJson | undefined;
}

/** Returns the documented fields in the documented order. */
export function eventData(type: EventType, facts: EventFacts): EventData {
  return {
    payment_id: facts.paymentId,
    txid: facts.txid,
    address: facts.address,
    amount_sats: facts.amount,
    received_sats: facts.received,
    confirmations: facts.confirmations,
    webhook_url: facts.webhookUrl,
    metadata: facts.metadata,
    description: facts.description,
    price: facts.price && priceJson(facts.price),
    ...(isSentByDefault(type) ? {} : { status: facts.status, reason: facts.reason }),
    refund: facts.refund,
  };
}

/**
 * Returns an event's body. The stored text is signed and sent on every attempt, so an endpoint can
 * verify it byte for byte; no other code may serialize it.
 */
export function eventBody(type: EventType, data: EventData): string {
  return JSON.stringify({ version: VERSION, type, data });
}
