import { createHmac } from 'node:crypto';
import { VERSION } from '@/lib/version';

/** The name of BTCPay's dialect among the senders of webhooks. */
export const BTCPAY = 'btcpay';

/** The headers of a webhook as BTCPay sends it: the newest secret signs the bytes of the body. */
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
  /** The first delivery of the event: this one, unless it is a redelivery. */
  readonly originalDeliveryId: string;
  readonly isRedelivery: boolean;
  readonly type: string;
  /** Unix time in seconds. */
  readonly timestamp: number;
  readonly storeId: string;
  readonly invoiceId: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** The body of an event. Only this function and the next one write it, with BTCPay's indentation. */
export function eventText(head: EventHead, fields: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ ...head, ...fields }, null, 2);
}

/** The body of a redelivery: the event as it was, under a delivery id of its own. */
export function redeliveryText(body: string, deliveryId: string): string {
  return JSON.stringify({ ...JSON.parse(body), deliveryId, isRedelivery: true }, null, 2);
}
