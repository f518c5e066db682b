import { createHmac } from 'node:crypto';
import { VERSION } from '@/lib/version';

/** The name of BTCPay's dialect among the senders of webhooks. */
export const BTCPAY = 'btcpay';

/**
 * Returns the headers of a webhook as BTCPay sends it. The newest secret signs the bytes of the
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
  /**
   * The id of the event's first delivery. For a redelivery it differs from the delivery's own id.
   */
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
 * Returns the body of an event. Only this function and the next one write bodies, with BTCPay's
 * indentation.
 */
export function eventText(head: EventHead, fields: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ ...head, ...fields }, null, 2);
}

/** Returns the body of a redelivery, which is the unchanged event under a new delivery id. */
export function redeliveryText(body: string, deliveryId: string): string {
  return JSON.stringify({ ...JSON.parse(body), deliveryId, isRedelivery: true }, null, 2);
}
