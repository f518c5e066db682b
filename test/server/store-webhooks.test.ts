import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { delivery } from '@/db/schema/webhooks';
import { DELIVERY_LEASE_MS } from '@/lib/webhooks/delivery/release';
import { checkSchema } from '@/test/greenfield/check-answer';
import { webhookEvent } from '@/test/greenfield/schemas/webhook';
import { openLiveMerchant } from '@/test/support/live-merchant';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { until } from '@/test/support/wait';

const merchant = await openForTestFile(openLiveMerchant());
const { app, db, key, node, receiver } = merchant;

interface Invoice {
  readonly id: string;
  readonly status: string;
}

interface Sent {
  readonly deliveryId: string;
  readonly type: string;
  readonly payment?: { readonly id: string };
}

const api = (path: string) => `/api/v1/stores/${key.id}/${path}`;
const destinationOf = async (id: string) => {
  const path = api(`invoices/${id}/payment-methods`);
  const { body } = await merchant.request<{ destination: string }[]>(path);
  return body[0]?.destination ?? '';
};

async function killed(during: () => Promise<unknown>): Promise<void> {
  await app.kill();
  await during();
  await app.start();
  // Ends the leases of the killed server's attempts.
  const lost = new Date(Date.now() - DELIVERY_LEASE_MS);
  const inFlight = eq(delivery.status, 'delivering');
  await db.update(delivery).set({ attemptStartedAt: lost }).where(inFlight);
}

const allDelivered = () =>
  until('every webhook is delivered', async () => {
    const rows = await db.select({ status: delivery.status }).from(delivery);
    return rows.every(({ status }) => status === 'delivered');
  });

/** Returns each webhook once, because a killed sender may send one twice. */
function received(secret: string): Sent[] {
  const first = new Map<string, Sent>();
  for (const { body, headers } of receiver.requests) {
    const signature = createHmac('sha256', secret).update(body).digest('hex');
    expect(headers['btcpay-sig']).toBe(`sha256=${signature}`);
    const event = JSON.parse(body.toString('utf8')) as Sent;
    checkSchema(webhookEvent, event);
    if (!first.has(event.deliveryId)) first.set(event.deliveryId, event);
  }
  return [...first.values()];
}

test('each webhook of an invoice is sent once and in order, even if the server is repeatedly killed', async () => {
  const { body: webhook } = await merchant.request<{ secret: string }>(api('webhooks'), {
    url: receiver.url('/btcpay'),
  });
  const { body: invoice } = await merchant.request<Invoice>(api('invoices'), {
    amount: '100000',
    currency: 'SATS',
    metadata: { orderId: 'k-1' },
    checkout: { speedPolicy: 'LowMediumSpeed' },
  });
  const reaches = (status: string) =>
    until(`the invoice is ${status}`, async () => {
      const { body } = await merchant.request<Invoice>(api(`invoices/${invoice.id}`));
      return body.status === status;
    });
  const address = await destinationOf(invoice.id);
  await killed(() => node.sendTo(address, 40_000));
  await until('the part is reported', () => received(webhook.secret).length >= 2);
  await killed(() => node.sendTo(address, 60_000));
  await reaches('Processing');
  await killed(() => node.mine(1));
  await killed(() => node.mine(1));
  await reaches('Settled');
  await killed(async () => undefined);
  await allDelivered();
  const events = received(webhook.secret);
  expect(events.map(({ type }) => type)).toEqual([
    'InvoiceCreated',
    'InvoiceReceivedPayment',
    'InvoiceReceivedPayment',
    'InvoiceProcessing',
    'InvoicePaymentSettled',
    'InvoicePaymentSettled',
    'InvoiceSettled',
  ]);
  const outputs = events.flatMap(({ payment }) => payment?.id ?? []);
  expect(outputs.slice(2)).toEqual(outputs.slice(0, 2));
});
