import type { EventType } from '@/lib/domain/payment';
import type { Sats } from '@/lib/domain/sats';

/** Version of the payload's schema. */
const VERSION = '1';

/** What an event says of its payment, at the moment it happened. */
export interface EventData {
  readonly payment_id: string;
  readonly txid: string;
  readonly address: string;
  readonly amount_sats: Sats;
  readonly received_sats: Sats;
  readonly confirmations: number;
  /** Null when the payment has none: such an event is kept, and sent to nobody. */
  readonly webhook_url: string | null;
}

/** The same as domain values. */
export interface EventFacts {
  readonly paymentId: string;
  readonly txid: string;
  readonly address: string;
  readonly amount: Sats;
  readonly received: Sats;
  readonly confirmations: number;
  /** A URL that was accepted at create; null when the payment has none. */
  readonly webhookUrl: string | null;
}

export function eventData(facts: EventFacts): EventData {
  return {
    payment_id: facts.paymentId,
    txid: facts.txid,
    address: facts.address,
    amount_sats: facts.amount,
    received_sats: facts.received,
    confirmations: facts.confirmations,
    webhook_url: facts.webhookUrl,
  };
}

/**
 * The body of an event. It is serialized here and nowhere else: the stored text is what is signed
 * and sent on every attempt, so a receiver can verify it byte for byte.
 */
export function eventBody(type: EventType, data: EventData): string {
  const { payment_id, txid, address, amount_sats, received_sats, confirmations, webhook_url } =
    data;
  return JSON.stringify({
    version: VERSION,
    type,
    data: { payment_id, txid, address, amount_sats, received_sats, confirmations, webhook_url },
  });
}
