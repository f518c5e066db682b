import { createHmac } from 'node:crypto';
import type { Evidence } from './evidence';
import type { Findings } from './findings';
import { groupBy } from './group';
import { deliveryKey, type WebhookArrival } from './webhook-receivers';

export function auditWebhooks(evidence: Evidence, findings: Findings): void {
  const arrivals = groupBy(evidence.arrivals, deliveryKey);
  const events = new Map(evidence.events.map((event) => [event.id, event]));
  for (const [id, own] of groupBy(evidence.arrivals, ({ eventId }) => eventId)) {
    const event = events.get(id);
    if (!event) {
      findings.note('events invented', `${id} was received and is not on record`);
      continue;
    }
    for (const { request } of own) {
      const same =
        request.body.toString() === event.body &&
        request.headers['x-service-event-type'] === event.type;
      if (!same) findings.note('event ids with two bodies', id);
    }
  }
  for (const arrival of evidence.arrivals) {
    if (!isSigned(arrival, evidence.secrets)) findings.note('invalid signatures', arrival.eventId);
  }
  auditDeliveries(evidence, arrivals, findings);
  auditAttemptOrder(evidence, arrivals, findings);
}

function isSigned({ eventId, request }: WebhookArrival, secrets: readonly string[]): boolean {
  const { headers, body } = request;
  const timestamp = headers['x-service-timestamp'] ?? '';
  const hmac = (key: string | Buffer, content: string) =>
    createHmac('sha256', key).update(content).update(body);
  const fits = (header: string | undefined, separator: string, sign: (secret: string) => string) =>
    (header ?? '').split(separator).every((one) => secrets.some((secret) => sign(secret) === one));
  return (
    Math.abs(request.at.getTime() / 1_000 - Number(timestamp)) < 60 &&
    fits(
      headers['x-service-signature'],
      ',',
      (secret) => `sha256=${hmac(secret, `${timestamp}.`).digest('hex')}`,
    ) &&
    fits(headers['x-signature'], ',', (secret) => `sha256=${hmac(secret, '').digest('hex')}`) &&
    fits(headers['webhook-signature'], ' ', (secret) => {
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
      return `v1,${hmac(key, `${eventId}.${timestamp}.`).digest('base64')}`;
    })
  );
}

function auditDeliveries(
  { events, deliveries, attempts, payments, endpointUrl }: Evidence,
  arrivals: ReadonlyMap<string, readonly WebhookArrival[]>,
  findings: Findings,
): void {
  const urls = new Map(payments.map(({ id, webhookUrl }) => [id, webhookUrl]));
  const byEvent = groupBy(deliveries, ({ eventId }) => eventId);
  const byDelivery = groupBy(attempts, ({ deliveryId }) => deliveryId);
  for (const event of events) {
    const own = byEvent.get(event.id) ?? [];
    const wanted = [urls.get(event.paymentId) ?? [], endpointUrl].flat().sort();
    const found = own.map(({ url }) => url).sort();
    if (JSON.stringify(found) !== JSON.stringify(wanted)) {
      findings.note('deliveries lost or doubled', `${event.id} has ${found}, and not ${wanted}`);
    }
    for (const delivery of own) {
      const got = arrivals.get(deliveryKey(delivery)) ?? [];
      auditDelivery(delivery, byDelivery.get(delivery.id) ?? [], got, findings);
    }
  }
}

export function auditDelivery(
  delivery: Evidence['deliveries'][number],
  made: Evidence['attempts'],
  got: readonly WebhookArrival[],
  findings: Findings,
): void {
  const key = deliveryKey(delivery);
  if (delivery.status !== 'delivered') {
    findings.note('deliveries lost or doubled', `${key} is ${delivery.status}`);
  }
  const taken = got.filter((arrival) => arrival.taken).length;
  const unknown = made.filter(({ finishedAt }) => finishedAt === null).length;
  if (taken === 0) findings.note('events never received', key);
  if (got.length > made.length) findings.note('attempts without a record', key);
  // A second accepted request is right only if the sender was killed before it stored the first
  // result.
  if (taken > 1 + unknown) {
    findings.note('sent again after success', `${key}: ${taken} times, ${unknown} unknown`);
  }
}

/** Checks that, at each URL, the first attempts of a payment's events are in the events' order. */
export function auditAttemptOrder(
  { deliveries, attempts }: Pick<Evidence, 'deliveries' | 'attempts'>,
  arrivals: ReadonlyMap<string, readonly WebhookArrival[]>,
  findings: Findings,
): void {
  const firstAttempt = new Map(
    attempts.filter(({ number }) => number === 1).map((row) => [row.deliveryId, row.startedAt]),
  );
  for (const own of groupBy(deliveries, ({ paymentId, url }) => `${paymentId} ${url}`).values()) {
    const ordered = own.toSorted((a, b) => a.sequence - b.sequence);
    for (const [index, later] of ordered.entries()) {
      const earlier = ordered[index - 1];
      if (!earlier) continue;
      const began = firstAttempt.get(earlier.id);
      const [arrival] = arrivals.get(deliveryKey(later)) ?? [];
      const next = firstAttempt.get(later.id);
      const inOrder =
        began && (!next || began <= next) && (!arrival || began <= arrival.request.at);
      if (!inOrder) {
        const times = [began, next, arrival?.request.at].map((at) => at?.toISOString());
        findings.note('events out of order', `${earlier.eventId}, ${later.eventId}: ${times}`);
      }
    }
  }
}
