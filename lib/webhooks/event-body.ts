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
