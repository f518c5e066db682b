import { OPERATOR } from '@/lib/domain/actor';
import { EVENT_TYPES } from '@/lib/domain/event-types';
import { updateKey } from '@/lib/keys/update-key';
import type { ApiTour } from './api-tour';

/** The address of BIP 173's example key, which belongs to no wallet of the tour. */
const CUSTOMERS_ADDRESS = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

/**
 * Calls every operation successfully, from the creation of a payment to its last webhook. Also
 * calls the sandbox's operations.
 */
export async function callOperationsSuccessfully(
  tour: ApiTour,
): Promise<{ confirmed: string; pending: string }> {
  const confirmed = await payInFull(tour);
  const { db } = tour.base;
  await updateKey(db, OPERATOR, tour.key.id, { webhookEvents: EVENT_TYPES }, tour.now());
  const { json: second } = await tour.ask('createPayment', { body: { amount_sats: 40_000 } });
  await tour.ask('cancelPayment', { id: second.id });
  await tour.ask('listPayments', { path: `?from=${unix(tour) - 3_600}&to=${unix(tour)}` });
  await linkOnce(tour);
  await tour.ask('getRate', { path: '?currency=EUR' });
  await tour.ask('sendTestWebhook', { body: { webhook_url: tour.receiver.url('/webhooks') } });
  await simulate(tour);
  await refundOnce(tour, confirmed);
  await endTwo(tour);
  const { json: events } = await tour.ask('listEvents', { path: '?limit=2' });
  await tour.ask('getEvent', { id: events.data[0].id });
  await manage(tour, confirmed);
  const { json: third } = await tour.ask('createPayment', { body: { amount_sats: 40_000 } });
  await tour.ask('getOpenApiDocument');
  return { confirmed, pending: third.id };
}

async function payInFull(tour: ApiTour): Promise<string> {
  await tour.work();
  const body = {
    amount_sats: 125_000,
    required_confirmations: 2,
    reference: 'order-1001',
    customer: { name: 'Ada Lovelace', email: 'ada@shop.example', reference: 'c-77' },
    metadata: { order: '1001' },
    description: 'Tea, 100 g',
    locale: 'en',
    return_url: 'https://shop.example/thanks?payment={PAYMENT_ID}',
    webhook_url: tour.receiver.url('/webhooks'),
  };
  const headers = { 'idempotency-key': 'order-1001-1' };
  const { json: created } = await tour.ask('createPayment', { body, headers });
  tour.passTime(40);
  await tour.ask('createPayment', { body, headers });
  await tour.ask('sandboxPay', { body: { payment_id: created.id } });
  await tour.work();
  tour.passTime(520);
  await tour.ask('sandboxMine', { body: { blocks: 1 } });
  await tour.work();
  const { headers: answered } = await tour.ask('getPayment', { id: created.id });
  await tour.ask('getPayment', {
    id: created.id,
    headers: { 'if-none-match': answered.etag ?? '' },
  });
  tour.passTime(640);
  await tour.ask('sandboxMine', { body: { blocks: 1 } });
  await tour.work();
  await tour.ask('listWebhookDeliveries', { id: created.id });
  return created.id;
}

async function refundOnce(tour: ApiTour, id: string): Promise<void> {
  const body = { amount_sats: 25_000, address: CUSTOMERS_ADDRESS };
  const headers = { 'idempotency-key': 'refund-1001-1' };
  const { json: refund } = await tour.ask('createRefund', { id, body, headers });
  tour.passTime(60);
  await tour.ask('sandboxPay', { body: { refund_id: refund.id } });
  await tour.work();
  await tour.ask('sandboxMine', { body: { blocks: 2 } });
  await tour.work();
  await tour.ask('getRefund', { id: refund.id });
  await tour.ask('listRefunds', { id });
}

async function linkOnce(tour: ApiTour): Promise<void> {
  const body = {
    title: 'Invoice 2026-017',
    price: { amount: '49.90', currency: 'EUR' },
    max_payments: 1,
    customer_fields: { name: 'required', email: 'optional' },
    payer_note: { label: 'Table', required: true },
    expires_at: '2026-12-31T23:59:59Z',
    reference: 'invoice-17',
    webhook_url: tour.receiver.url('/webhooks'),
  };
  const { json: link } = await tour.ask('createPaymentLink', { body });
  await tour.ask('getPaymentLink', { id: link.id });
  await tour.ask('deactivatePaymentLink', { id: link.id });
  // The list sorts links by creation time, so the two times must differ.
  tour.passTime(60);
  await tour.ask('createPaymentLink', {
    body: { title: 'Donation', free_amount: { currency: 'EUR', suggested: '10.00' } },
  });
  await tour.ask('listPaymentLinks');
}

async function simulate(tour: ApiTour): Promise<void> {
  const body = { amount_sats: 60_000, webhook_url: tour.receiver.url('/webhooks') };
  const { json: payment } = await tour.ask('createPayment', { body });
  const { json: sent } = await tour.ask('sandboxPay', { body: { payment_id: payment.id } });
  await tour.work();
  const { json: bumped } = await tour.ask('sandboxReplace', { body: { txid: sent.txid } });
  await tour.work();
  await tour.ask('sandboxDoubleSpend', { body: { txid: bumped.txid } });
  await tour.work();
  const { json: again } = await tour.ask('sandboxPay', { body: { payment_id: payment.id } });
  await tour.ask('sandboxMine', {});
  await tour.work();
  await tour.ask('sandboxReorg', { body: { blocks: 1, drop: [again.txid] } });
  await tour.work();
}

async function manage(tour: ApiTour, paid: string): Promise<void> {
  await tour.ask('getKey');
  await tour.ask('updateKey', { body: { embed_origins: ['https://shop.example'] } });
  const { json: endpoints } = await tour.ask('listWebhookEndpoints');
  const { id } = endpoints.data[0];
  await tour.ask('pauseWebhookEndpoint', { id });
  await tour.ask('resumeWebhookEndpoint', { id });
  const { json: deliveries } = await tour.ask('listWebhookDeliveries', { id: paid });
  await tour.ask('resendWebhookDelivery', { id: deliveries[0].id });
  await tour.ask('resendFailedWebhookDeliveries', { body: { from: unix(tour) - 3_600 } });
  await tour.work();
}

async function endTwo(tour: ApiTour): Promise<void> {
  const body = {
    amount_sats: 80_000,
    expires_in: 300,
    webhook_url: tour.receiver.url('/webhooks'),
  };
  const { json: canceled } = await tour.ask('createPayment', { body });
  await tour.ask('cancelPayment', { id: canceled.id });
  const { json: short } = await tour.ask('createPayment', { body });
  await tour.ask('sandboxPay', { body: { payment_id: short.id, amount_sats: 30_000 } });
  await tour.work();
  tour.passTime(301);
  await tour.work();
}

const unix = (tour: ApiTour) => Math.floor(tour.now().getTime() / 1_000);
