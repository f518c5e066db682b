import { type EventType, isSentByDefault } from '@/lib/domain/event-types';
import type { Metadata } from '@/lib/domain/metadata';
import type { Network } from '@/lib/domain/network';
import type { PaymentStatus } from '@/lib/domain/payment';
import type { RevertReason } from '@/lib/domain/payment-events';
import type { Price, PriceRequest } from '@/lib/domain/price';
import type { RefundStatus } from '@/lib/domain/refund';
import type { Sats } from '@/lib/domain/sats';

/** The version of the body's schema. */
const VERSION = '1';

/** The payment as an event reports it, at the time of the event. */
export interface EventData {
  readonly payment_id: string;
  /**
   * The transaction that the event is about; null while the payment has received nothing. Events
   * that are sent by default always have one.
   */
  readonly txid: string | null;
  readonly address: string;
  readonly amount_sats: Sats;
  readonly received_sats: Sats;
  readonly confirmations: number;
  /** The payment's webhook URL; null without one. The event is then stored but not sent. */
  readonly webhook_url: string | null;
  /** The payment's metadata as given when it was created; null if none was given. */
  readonly metadata: Metadata | null;
  readonly description: string | null;
  /** The price with its conversion to the amount; null for an amount requested in satoshis. */
  readonly price: PriceJson | null;
  /** The payment's status. Only opt-in events have this field. */
  readonly status?: PaymentStatus | undefined;
  /**
   * Why a `payment.reverted` event was sent; null for every other type. Only opt-in events have
   * this field.
   */
  readonly reason?: RevertReason | null | undefined;
  /** The refund. Only events of refunds have this field. */
  readonly refund?: RefundJson | undefined;
}

/** A refund as the API and events contain it. */
export interface RefundJson {
  readonly id: string;
  readonly payment_id: string;
  readonly network: Network;
  readonly status: RefundStatus;
  readonly amount_sats: Sats;
  /** The amount in currency, fixed when the refund was recorded; null without one. */
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

/** A price as the API and events contain it. */
export interface PriceJson extends Pick<Price, 'amount' | 'currency' | 'rate' | 'source'> {
  readonly quoted_at: string;
  readonly spread_ppm: number;
}

export function priceJson({ quotedAt, spreadPpm, ...price }: Price): PriceJson {
  const { amount, currency, rate, source } = price;
  return { amount, currency, rate, source, quoted_at: quotedAt, spread_ppm: spreadPpm };
}

/** The data of an event as values of the domain. */
export interface EventFacts {
  readonly paymentId: string;
  readonly txid: string | null;
  readonly address: string;
  readonly amount: Sats;
  readonly received: Sats;
  readonly confirmations: number;
  /** The URL accepted when the payment was created; null if the payment has none. */
  readonly webhookUrl: string | null;
  /** The payment's metadata as given when it was created; null if none was given. */
  readonly metadata: Metadata | null;
  readonly description: string | null;
  readonly price: Price | null;
  /** The payment's status after the event. */
  readonly status: PaymentStatus;
  /** Why a `payment.reverted` event was sent; null for every other type. */
  readonly reason: RevertReason | null;
  readonly refund?: RefundJson | undefined;
}

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
 * Returns the body of an event. No other code serializes it. The stored text is signed and sent on
 * every attempt, so that an endpoint can verify it byte for byte.
 */
export function eventBody(type: EventType, data: EventData): string {
  return JSON.stringify({ version: VERSION, type, data: inOrder(data) });
}

/** Returns only the documented fields, in the documented order. JSON omits undefined fields. */
function inOrder(data: EventData): EventData {
  return {
    payment_id: data.payment_id,
    txid: data.txid,
    address: data.address,
    amount_sats: data.amount_sats,
    received_sats: data.received_sats,
    confirmations: data.confirmations,
    webhook_url: data.webhook_url,
    metadata: data.metadata,
    description: data.description,
    price: data.price && inPriceOrder(data.price),
    status: data.status,
    reason: data.reason,
    refund: data.refund,
  };
}

function inPriceOrder({ amount, currency, rate, source, ...rest }: PriceJson): PriceJson {
  const { quoted_at, spread_ppm } = rest;
  return { amount, currency, rate, source, quoted_at, spread_ppm };
}
