import type { EventType } from '@/lib/domain/event-types';
import type { Evidence } from './evidence';
import type { Findings } from './findings';
import { groupBy } from './group';

interface Due {
  readonly type: EventType;
  readonly txid: string | null;
}

/**
 * Checks that each change of a payment caused the right events, and that the events agree with the
 * chain.
 */
export function auditEvents(evidence: Evidence, findings: Findings): void {
  const changes = groupBy(evidence.changes, ({ paymentId }) => paymentId);
  const events = groupBy(evidence.events, ({ paymentId }) => paymentId);
  auditList(evidence, findings);
  for (const payment of evidence.payments) {
    const history = changes.get(payment.id) ?? [];
    const last = history.at(-1);
    const stands = [payment.status, payment.receivedSats, payment.txid, payment.coveredHeight];
    const acknowledged = last
      ? [last.status, last.receivedSats, last.txid, last.coveredHeight]
      : ['pending', 0, null, null];
    if (JSON.stringify(stands) !== JSON.stringify(acknowledged)) {
      findings.note(
        'status changes lost',
        `${payment.id} is ${stands}, its history ends at ${acknowledged}`,
      );
    }
    const all = events.get(payment.id) ?? [];
    if (all.some(({ sequence }, index) => sequence !== index + 1)) {
      findings.note('gaps in a sequence', payment.id);
    }
    const own = all.filter(({ type }) => !type.startsWith('refund.'));
    compare(payment.id, dueEvents(history), own, findings);
    for (const { id, txid } of own) {
      if (txid !== null && !evidence.facts.sent.has(`${txid} ${payment.address}`)) {
        findings.note('events invented', `${id}: ${txid} never paid ${payment.address}`);
      }
    }
    const final = own.findLast(({ type }) => type !== 'payment.underpaid');
    if (payment.status === 'confirmed' && !isConfirmation(final, payment.txid)) {
      findings.note('events lost', `${payment.id} is confirmed by ${payment.txid}, untold`);
    }
  }
}

function auditList({ events, listedEvents }: Evidence, findings: Findings): void {
  const place = new Map(listedEvents.map((id, n) => [id, n]));
  if (place.size < listedEvents.length) {
    findings.note('events doubled', `${listedEvents.length - place.size} are listed twice`);
  }
  const placeOf = ({ id }: { readonly id: string }) => place.get(id) ?? -1;
  for (const [paymentId, own] of groupBy(events, (event) => event.paymentId)) {
    const lost = own.filter((event) => placeOf(event) < 0);
    findings.noteAll(
      'events lost',
      lost.map(({ id }) => `${id} is not listed`),
    );
    if (own.some((event, n) => n > 0 && placeOf(event) < placeOf(own[n - 1] ?? event))) {
      findings.note('gaps in a sequence', `${paymentId}: its events are listed out of order`);
    }
  }
  const known = new Set(events.map(({ id }) => id));
  findings.noteAll(
    'events invented',
    listedEvents.filter((id) => !known.has(id)),
  );
}

function isConfirmation(event: Due | undefined, txid: string | null): boolean {
  return event?.type === 'payment.confirmed' && event.txid === txid;
}

type Standing = Pick<Evidence['changes'][number], 'status' | 'flags' | 'receivedSats' | 'txid'>;

/**
 * Returns the events that a payment's changes must cause, according to the webhook documentation.
 */
function dueEvents(history: readonly Standing[]): Due[] {
  const due: Due[] = [];
  let before = { status: 'pending', receivedSats: 0 };
  let announced: string | null = null;
  for (const { status, flags, receivedSats, txid } of history) {
    const was = before.status;
    const wasPaid = was === 'detected' || was === 'confirmed';
    const isPaid = status === 'detected' || status === 'confirmed';
    const isNew = status !== was;
    if (wasPaid && isNew && status !== 'confirmed') due.push({ type: 'payment.reverted', txid });
    if (status === 'confirmed' && (isNew || txid !== announced)) {
      due.push({ type: 'payment.confirmed', txid });
      announced = txid;
    }
    if (status === 'detected' && !wasPaid) due.push({ type: 'payment.detected', txid });
    if (isNew && status === 'expired') due.push({ type: 'payment.expired', txid });
    if (isNew && status === 'canceled') due.push({ type: 'payment.canceled', txid });
    if (flags.includes('underpaid') && receivedSats !== before.receivedSats) {
      due.push({ type: 'payment.underpaid', txid });
    }
    if (!isPaid) announced = null;
    before = { status, receivedSats };
  }
  return due;
}

function compare(
  paymentId: string,
  due: readonly Due[],
  events: readonly (Due & { readonly id: string })[],
  findings: Findings,
): void {
  const name = ({ type, txid }: Due) => `${type} ${txid}`;
  const left = due.map(name);
  const seen = new Set<string>();
  for (const event of events) {
    const at = left.indexOf(name(event));
    if (at >= 0) left.splice(at, 1);
    else {
      const kind = seen.has(name(event)) ? 'events doubled' : 'events invented';
      findings.note(kind, `${event.id} of ${paymentId}: ${name(event)}`);
    }
    seen.add(name(event));
  }
  findings.noteAll(
    'events lost',
    left.map((one) => `${paymentId}: ${one}`),
  );
}
