import type { EventType } from '@/lib/domain/payment';
import type { Evidence } from './evidence';
import type { Findings } from './findings';
import { groupBy } from './group';

interface Due {
  readonly type: EventType;
  readonly txid: string | null;
}

/**
 * Compares each change of a payment with the events it must cause, and each event with the chain.
 */
export function auditEvents(evidence: Evidence, findings: Findings): void {
  const changes = groupBy(evidence.changes, ({ paymentId }) => paymentId);
  const events = groupBy(evidence.events, ({ paymentId }) => paymentId);
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
    const own = events.get(payment.id) ?? [];
    compare(payment.id, dueEvents(history), own, findings);
    if (own.some(({ sequence }, index) => sequence !== index + 1)) {
      findings.note('gaps in a sequence', payment.id);
    }
    for (const { id, txid } of own) {
      if (!evidence.facts.sent.has(`${txid} ${payment.address}`)) {
        findings.note('events invented', `${id}: ${txid} never paid ${payment.address}`);
      }
    }
    const final = own.at(-1);
    if (payment.status === 'confirmed' && !isConfirmation(final, payment.txid)) {
      findings.note('events lost', `${payment.id} is confirmed by ${payment.txid}, untold`);
    }
  }
}

function isConfirmation(event: Due | undefined, txid: string | null): boolean {
  return event?.type === 'payment.confirmed' && event.txid === txid;
}

/** The rule as documented for webhooks. */
function dueEvents(history: readonly { status: string; txid: string | null }[]): Due[] {
  const due: Due[] = [];
  let before = 'pending';
  let announced: string | null = null;
  for (const { status, txid } of history) {
    if (status === 'confirmed' && txid !== announced) {
      due.push({ type: 'payment.confirmed', txid });
      announced = txid;
    }
    if (status === 'detected' && before !== 'detected' && before !== 'confirmed') {
      due.push({ type: 'payment.detected', txid });
    }
    if (status !== 'detected' && status !== 'confirmed') announced = null;
    before = status;
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
