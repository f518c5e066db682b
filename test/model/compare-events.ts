import { asc, eq } from 'drizzle-orm';
import { delivery, deliveryAttempt, webhookEvent } from '@/db/schema/webhooks';
import { nextDeliveryListAt } from '@/lib/webhooks/delivery/due';
import { type AttemptRow, attemptInFlight } from '@/lib/webhooks/delivery/views/read-attempts';
import { copyUnknownOutput } from './compare-refunds';
import { describePayment, differences } from './differences';
import { type SystemAndModel, sentKey } from './pair';
import type { ReferenceDelivery } from './reference-deliveries';
import type { ReferencePayment } from './reference-payment';

type Row = Awaited<ReturnType<typeof readEvents>>[number];

export async function compareEvents(pair: SystemAndModel): Promise<string[]> {
  const { system, model } = pair;
  const [rows, attempts] = await Promise.all([readEvents(pair), readRecorded(pair)]);
  const known = new Set(model.payments.map(({ id }) => id));
  return [
    ...rows
      .filter(({ event }) => !known.has(event.paymentId))
      .map(({ event }) => `a stray event: ${event.body}`),
    ...model.payments.flatMap((payment) => {
      const found = rows.filter(({ event }) => event.paymentId === payment.id);
      return compareOfPayment(pair, payment, found, attempts);
    }),
    ...(await compareShown(pair)),
    ...(await compareListed(pair)),
    ...differences(
      'the next look',
      await nextDeliveryListAt(system.base.db, new Date(model.now)),
      nextListAt(pair),
    ),
  ];
}

function readEvents({ system }: SystemAndModel) {
  return system.base.db
    .select({ event: webhookEvent, delivery })
    .from(webhookEvent)
    .leftJoin(delivery, eq(delivery.eventId, webhookEvent.id))
    .orderBy(asc(webhookEvent.paymentId), asc(webhookEvent.sequence));
}

function readRecorded({ system }: SystemAndModel): Promise<AttemptRow[]> {
  return system.base.db.select().from(deliveryAttempt).orderBy(asc(deliveryAttempt.number));
}

function compareOfPayment(
  pair: SystemAndModel,
  payment: ReferencePayment,
  rows: readonly Row[],
  recorded: readonly AttemptRow[],
): string[] {
  const name = describePayment(pair.model, payment);
  const deliveries = deliveriesOf(pair, payment);
  const sent = rows.flatMap(({ event, delivery: one }) => (one ? [{ event, delivery: one }] : []));
  sent.sort((a, b) => a.event.sequence - b.event.sequence || byUrl(a.delivery, b.delivery));
  const whole = [...new Map(rows.map((row) => [row.event.id, row])).values()];
  const events = whole.map(({ event: { type, body, sequence, createdAt } }) => ({
    type,
    body,
    sequence,
    at: createdAt.getTime(),
  }));
  for (const [n, event] of payment.events.entries()) copyUnknownOutput(event, events[n]?.body);
  const expected = payment.events.map(({ type, body, at }, n) => ({
    type,
    body,
    sequence: n + 1,
    at,
  }));
  return [
    ...differences(`${name}: events`, events, expected),
    ...differences(`${name}: deliveries`, sent.length, deliveries.length),
    ...deliveries.flatMap((one, n) => {
      const row = sent[n];
      if (!row) return [];
      const what = `${name}: delivery ${n + 1}`;
      const running = attemptInFlight(row.delivery);
      const own = recorded.filter(({ deliveryId }) => deliveryId === row.delivery.id);
      if (running) own.push(running);
      return [
        ...recognize(pair, one, row.event.id, row.delivery.id),
        ...differences(what, stateOf(row.delivery), expectedOf(one)),
        ...differences(`${what}: attempts`, own.map(recordOf), one.attempts.map(expectedRecord)),
      ];
    }),
  ];
}

const byUrl = (a: { readonly url: string }, b: { readonly url: string }) =>
  a.url < b.url ? -1 : Number(a.url > b.url);

function deliveriesOf({ model }: SystemAndModel, payment: ReferencePayment): ReferenceDelivery[] {
  const place = ({ event }: ReferenceDelivery) => payment.events.indexOf(event);
  return model.deliveries.all
    .filter((one) => one.payment === payment)
    .sort((a, b) => place(a) - place(b) || byUrl(a, b));
}

/** Events and deliveries must keep their ids from step to step. */
function recognize(
  { sent }: SystemAndModel,
  one: ReferenceDelivery,
  eventId: string,
  deliveryId: string,
) {
  const known = [...sent.values()].find(({ one: other }) => other === one);
  if (!known) sent.set(sentKey(eventId, one.url), { one, eventId, deliveryId });
  return known ? differences('ids', [eventId, deliveryId], [known.eventId, known.deliveryId]) : [];
}

function stateOf(row: typeof delivery.$inferSelect) {
  return {
    url: row.url,
    status: row.status,
    attempt: row.attempt,
    nextAttemptAt: row.nextAttemptAt?.getTime() ?? null,
    attemptStartedAt: row.attemptStartedAt?.getTime() ?? null,
    startedAt: row.startedAt.getTime(),
    createdAt: row.createdAt.getTime(),
    deliveredAt: row.deliveredAt?.getTime() ?? null,
    responseStatus: row.responseStatus,
    failed: row.lastError !== null,
  };
}

function expectedOf(one: ReferenceDelivery): ReturnType<typeof stateOf> {
  const finished = one.attempts.findLast(({ outcome }) => outcome);
  return {
    url: one.url,
    status: one.status,
    attempt: one.attempts.length,
    nextAttemptAt: one.status === 'pending' && one.due < Infinity ? one.due : null,
    attemptStartedAt: one.status === 'delivering' ? (one.attempts.at(-1)?.at ?? null) : null,
    startedAt: one.startedAt,
    createdAt: one.event.at,
    deliveredAt: one.status === 'delivered' ? (finished?.end ?? null) : null,
    responseStatus: finished?.outcome?.status ?? null,
    failed: (finished?.outcome?.code ?? null) !== null,
  };
}

function recordOf({ number, startedAt, finishedAt, responseStatus, errorCode }: AttemptRow) {
  const end = finishedAt?.getTime() ?? null;
  return { number, at: startedAt.getTime(), end, status: responseStatus, code: errorCode };
}

function expectedRecord(
  { at, end, outcome }: ReferenceDelivery['attempts'][number],
  n: number,
): ReturnType<typeof recordOf> {
  return { number: n + 1, at, end, status: outcome?.status ?? null, code: outcome?.code ?? null };
}

/** Each step compares the deliveries of one payment as the API lists them. The payment varies. */
async function compareShown(pair: SystemAndModel): Promise<string[]> {
  const { model, system } = pair;
  const payment = model.payments[model.now % model.payments.length];
  if (!payment) return [];
  const path = `/v1/btc/payments/${payment.id}/webhook-deliveries`;
  const { json } = await system.call('GET', path);
  const shown = (json as Record<string, unknown>[]).map((one) => ({
    ...one,
    last_error: one.last_error !== null,
  }));
  // The API shows a key only the deliveries to the payment's webhook_url.
  const named = deliveriesOf(pair, payment).filter(({ url }) => url === payment.terms.webhook_url);
  const expected = named.map((one) => {
    const { status, attempt, createdAt, deliveredAt, nextAttemptAt, responseStatus, failed } =
      expectedOf(one);
    // A paused host leaves a delivery's due time unchanged, but receives nothing before the pause
    // ends.
    const begins = nextAttemptAt && Math.max(nextAttemptAt, one.host.openUntil);
    const sent = [...pair.sent.values()].find((known) => known.one === one);
    return {
      id: sent?.deliveryId,
      event_id: sent?.eventId,
      payment_id: payment.id,
      event_type: one.event.type,
      status,
      attempt,
      last_error: failed,
      created_at: moment(createdAt),
      delivered_at: moment(deliveredAt),
      next_attempt_at: moment(begins),
      response_status: responseStatus,
    };
  });
  return differences(`${describePayment(model, payment)}: deliveries shown`, shown, expected);
}

/**
 * Reads the list of events from the last known event on. It must contain every event once, and the
 * events of each payment in order.
 */
async function compareListed({ system, model, listed }: SystemAndModel): Promise<string[]> {
  for (let more = true; more; ) {
    const after = listed.at(-1)?.id;
    const path = `/v1/events?limit=3${after === undefined ? '' : `&after=${after}`}`;
    const { json } = await system.call('GET', path);
    listed.push(...json.data);
    more = json.pagination.has_more;
  }
  return [
    ...differences('events listed twice', new Set(listed.map(({ id }) => id)).size, listed.length),
    ...model.payments.flatMap((payment) => {
      const own = listed.filter(({ data }) => data.payment_id === payment.id);
      const shown = own.map(({ version, type, data, created_at }) => ({
        body: JSON.stringify({ version, type, data }),
        at: created_at,
      }));
      const expected = payment.events.map(({ body, at }) => ({ body, at: moment(at) }));
      return differences(`${describePayment(model, payment)}: events listed`, shown, expected);
    }),
  ];
}

const moment = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

/** A delivery may be due but blocked by its host. The senders then run again after a second. */
function nextListAt({ model }: SystemAndModel): Date | null {
  const at = model.deliveries.nextListAt();
  if (at === Infinity) return null;
  return new Date(at > model.now ? at : model.now + 1000);
}
