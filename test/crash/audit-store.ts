import { createHmac } from 'node:crypto';
import { auditStoreEvents } from './audit-store-events';
import { auditAttemptOrder, auditDelivery } from './audit-webhooks';
import type { Evidence, StoreEvidence } from './evidence';
import type { Findings } from './findings';
import { groupBy } from './group';
import { deliveryKey } from './webhook-receivers';

export function auditStore(evidence: Evidence, findings: Findings): void {
  auditInvoices(evidence, findings);
  auditStatuses(evidence, findings);
  auditStoreEvents(evidence, findings);
  auditWebhooks(evidence.store, findings);
}

/**
 * Checks that each invoice is listed as in the response to its request. A second invoice of the
 * same order may exist only if a request got no response.
 */
function auditInvoices({ orders, store }: Evidence, findings: Findings): void {
  const note = (detail: string) => findings.note('invoices lost or doubled', detail);
  const listed = new Map(store.invoices.map((invoice) => [invoice.id, invoice]));
  const paid = new Set(store.payments.map(({ id }) => id));
  if (listed.size !== paid.size || [...listed.keys()].some((id) => !paid.has(id))) {
    note(`${listed.size} are listed of ${paid.size} payments`);
  }
  for (const { orderId, invoice } of orders) {
    const now = listed.get(invoice.id);
    if (!now) note(`${invoice.id} of ${orderId} is not listed`);
    else if (now.amount !== invoice.amount || now.metadata.orderId !== orderId) {
      findings.note('answers that changed', `${invoice.id} of ${orderId}`);
    }
  }
  const most = new Map(orders.map((order) => [order.orderId, 1 + order.unanswered]));
  for (const [orderId, own] of groupBy(store.invoices, ({ metadata }) => metadata.orderId)) {
    const limit = most.get(orderId) ?? 0;
    if (own.length > limit) note(`${orderId} has ${own.length}, at most ${limit}`);
  }
}

/** Each paid invoice must be settled or paid late, because its block is deep enough. */
function auditStatuses({ orders, store, facts }: Evidence, findings: Findings): void {
  const listed = new Map(store.invoices.map((invoice) => [invoice.id, invoice]));
  for (const { invoice, address, sats, ppm } of orders) {
    const received = (facts.paid.get(address) ?? []).reduce((sum, one) => sum + one.sats, 0);
    const isPaid = received >= Math.ceil((sats * (1_000_000 - ppm)) / 1_000_000);
    const { status = '', additionalStatus = '' } = listed.get(invoice.id) ?? {};
    const isRight = isPaid
      ? status === 'Settled' || (status === 'Expired' && additionalStatus === 'PaidLate')
      : ['New', 'Expired', 'Invalid'].includes(status);
    if (isRight) continue;
    const detail = `${invoice.id} is ${status}, ${additionalStatus}, and got ${received} of ${sats}`;
    findings.note('wrong status of an invoice', detail);
  }
}

/** Each event must have one delivery to the store's webhook, and arrive unchanged. */
function auditWebhooks(store: StoreEvidence, findings: Findings): void {
  const events = new Map(store.events.map((event) => [event.id, event]));
  const sent = new Map(store.deliveries.map((delivery) => [delivery.id, delivery]));
  const known = store.arrivals.flatMap((arrival) => {
    const delivery = sent.get(arrival.eventId);
    if (!delivery) findings.note('events invented', `${arrival.eventId} is not on record`);
    return delivery ? [{ ...arrival, eventId: delivery.eventId }] : [];
  });
  for (const { eventId, request } of known) {
    const { body, headers } = request;
    if (body.toString() !== events.get(eventId)?.body) {
      findings.note('event ids with two bodies', eventId);
    }
    const signature = createHmac('sha256', store.secret).update(body).digest('hex');
    if (headers['btcpay-sig'] !== `sha256=${signature}`) {
      findings.note('invalid signatures', eventId);
    }
  }
  const arrivals = groupBy(known, deliveryKey);
  const attempts = groupBy(store.attempts, ({ deliveryId }) => deliveryId);
  const byEvent = groupBy(store.deliveries, ({ eventId }) => eventId);
  for (const { id, dialect } of store.events) {
    const own = byEvent.get(id) ?? [];
    // This merchant has no endpoint for the events of /v1.
    const wanted = dialect ? [store.url] : [];
    const found = own.map(({ url }) => url);
    if (JSON.stringify(found) !== JSON.stringify(wanted)) {
      findings.note('deliveries lost or doubled', `${id} has ${found}, and not ${wanted}`);
    }
    for (const delivery of own) {
      const made = attempts.get(delivery.id) ?? [];
      auditDelivery(delivery, made, arrivals.get(deliveryKey(delivery)) ?? [], findings);
    }
  }
  auditAttemptOrder(store, arrivals, findings);
}
