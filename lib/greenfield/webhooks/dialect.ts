import { createHmac } from 'node:crypto';
import { VERSION } from '@/lib/version';

/** Name of BTCPay's webhook format, by which the code that sends webhooks recognizes it. */
export const BTCPAY = 'btcpay';

/**
 * Returns the headers of a webhook in BTCPay's format. The newest secret signs the bytes of the
 * body.
 */
export function btcpayHeaders(body: string, [secret = '']: readonly string[]) {
  const signature = createHmac('sha256', secret).update(body, 'utf8').digest('hex');
  return {
    'Content-Type': 'application/json',
    'User-Agent': `Blocktally/${VERSION}`,
    'BTCPay-Sig': `sha256=${signature}`,
  };
}

/** The fields that every event has, in BTCPay's names. */
interface EventHead {
  readonly deliveryId: string;
  readonly webhookId: string;
  /** The id of the event's first delivery. A redelivery also has a new id of its own. */
  readonly originalDeliveryId: string;
  readonly isRedelivery: boolean;
  readonly type: string;
  /** Unix time in seconds. */
  readonly timestamp: number;
  readonly storeId: string;
  readonly invoiceId: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/**
 * Returns the body of an event, with BTCPay's indentation. Only this function and {@link
 * redeliveryText} write bodies.
 */
export function eventText(head: EventHead, fields: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ ...head, ...fields }, null, 2);
}

/** Returns the body of a redelivery: the unchanged event, with the id of the new delivery. */
export function redeliveryText(body: string, deliveryId: string): string {
  return JSON.stringify({ ...JSON.parse(body), deliveryId, isRedelivery: true }, null, 2);
}
