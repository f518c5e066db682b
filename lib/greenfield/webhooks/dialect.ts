import { createHmac } from 'node:crypto';
import { VERSION } from '@/lib/version';

/** The name of BTCPay's webhook format, which an event stores in its `dialect`. */
export const BTCPAY_DIALECT = 'btcpay';

/** Returns the headers of a webhook in BTCPay's format, signed with the newest secret. */
export function btcpayHeaders(body: string, [secret = '']: readonly string[]) {
  const signature = createHmac('sha256', secret).update(body, 'utf8').digest('hex');
  return {
    'Content-Type': 'application/json',
    'User-Agent': `Blocktally/${VERSION}`,
    'BTCPay-Sig': `sha256=${signature}`,
  };
}

interface EventHead {
  readonly deliveryId: string;
  readonly webhookId: string;
  /** Id of the event's first delivery. A redelivery has a `deliveryId` of its own. */
  readonly originalDeliveryId: string;
  readonly isRedelivery: boolean;
  readonly type: string;
  /** In Unix seconds. */
  readonly timestamp: number;
  readonly storeId: string;
  readonly invoiceId: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** Returns an event's body with BTCPay's indentation. */
export function eventText(head: EventHead, fields: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ ...head, ...fields }, null, 2);
}

/** Returns the body of a redelivery: the event with the id of the new delivery. */
export function redeliveryText(body: string, deliveryId: string): string {
  return JSON.stringify({ ...JSON.parse(body), deliveryId, isRedelivery: true }, null, 2);
}
