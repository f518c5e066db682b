import type { Evidence, StoreEvidence } from './evidence';
import type { NodeFacts } from './facts';
import type { Findings } from './findings';
import { groupBy } from './group';

type Event = StoreEvidence['events'][number];
type Standing = Pick<
  StoreEvidence['changes'][number],
  'status' | 'flags' | 'receivedSats' | 'txid'
>;

export function auditStoreEvents({ store, facts }: Evidence, findings: Findings): void {
  const changes = groupBy(store.changes, ({ paymentId }) => paymentId);
  const events = groupBy(store.events, ({ paymentId }) => paymentId);
  for (const { id, address } of store.payments) {
    const history = changes.get(id) ?? [];
    const all = events.get(id) ?? [];
    if (all.some(({ sequence }, index) => sequence !== index + 1)) {
      findings.note('gaps in a sequence', id);
    }
    const own = all.filter(({ dialect }) => dialect !== null);
    compare(id, dueEvents(history), statusEvents(own), findings);
    auditOutputs({ id, address }, own, history, facts, findings);
  }
}

const END = 'InvoiceExpired or InvoiceInvalid';
const OF_OUTPUTS = new Set<string>(['InvoiceReceivedPayment', 'InvoicePaymentSettled']);

/**
 * Returns the events that BTCPay would send for a payment's changes. A double spend makes an invoice
 * invalid instead of expired. The changes do not show it, so both count as the same.
 */
function dueEvents(history: readonly Standing[]): string[] {
  const due = ['InvoiceCreated'];
  let told = 'New';
  let isPaidLate = false;
  for (const { status, flags, receivedSats } of history) {
    const isPaid = status === 'detected' || status === 'confirmed';
    const isLate = isPaid && flags.includes('late');
    const now = isLate ? 'Ended' : (STATES[status] ?? 'Ended');
    // A settled invoice stays settled, even if a reorg removes its confirmations.
    const next = told === 'Settled' && now === 'Processing' ? 'Settled' : now;
    if (next !== told) {
      if (next === 'Processing') due.push('InvoiceProcessing');
      if (next === 'Settled')
        due.push(...(told === 'Processing' ? [] : ['InvoiceProcessing']), 'InvoiceSettled');
      if (next === 'Ended') due.push(END);
      if (next === 'Ended' && !isPaid && receivedSats > 0) due.push('InvoiceExpiredPaidPartial');
    }
    const isWaiting = isLate && status === 'detected';
    if (isLate && !isWaiting && !isPaidLate) due.push('InvoicePaidAfterExpiration');
    if (!isWaiting) isPaidLate = isLate;
    told = next;
  }
  return due;
}

const STATES: Readonly<Record<string, string>> = {
  pending: 'New',
  detected: 'Processing',
  confirmed: 'Settled',
};

/**
 * Returns the types of the events about an invoice's status. Expired and invalid count as the same,
 * so a change from one to the other is omitted.
 */
function statusEvents(own: readonly Event[]): string[] {
  const types: string[] = own.map(({ type }) => type).filter((type) => !OF_OUTPUTS.has(type));
  const isEnd = (type = '') => type === 'InvoiceExpired' || type === 'InvoiceInvalid';
  return types.flatMap((type, n) => {
    if (!isEnd(type)) return type;
    return isEnd(types[n - 1]) && types[n - 1] !== type ? [] : END;
  });
}

function compare(
  id: string,
  due: readonly string[],
  found: readonly string[],
  findings: Findings,
): void {
  const left = [...due];
  const seen = new Set<string>();
  let extra = 0;
  for (const type of found) {
    const at = left.indexOf(type);
    if (at >= 0) left.splice(at, 1);
    else {
      extra += 1;
      findings.note(seen.has(type) ? 'events doubled' : 'events invented', `${id}: ${type}`);
    }
    seen.add(type);
  }
  findings.noteAll(
    'events lost',
    left.map((type) => `${id}: ${type}`),
  );
  if (extra + left.length === 0 && due.join() !== found.join()) {
    findings.note('events out of order', `${id}: ${found}, and not ${due}`);
  }
}

const isSettled = (event: Event | undefined) => `${event?.type}` === 'InvoicePaymentSettled';

/**
 * Each output must be reported as received, and later as settled. It may be reported as received
 * again only after the payment lost an output.
 */
function auditOutputs(
  { id, address }: { readonly id: string; readonly address: string },
  own: readonly Event[],
  history: readonly Standing[],
  facts: NodeFacts,
  findings: Findings,
): void {
  const losses = history.filter(({ receivedSats, txid }, n) => {
    const before = history[n - 1];
    return before && (receivedSats < before.receivedSats || txid !== before.txid);
  });
  const ofOutputs = groupBy(
    own.filter(({ type }) => OF_OUTPUTS.has(type)),
    ({ body }) => String(JSON.parse(body).payment.id),
  );
  for (const [outputId, events] of ofOutputs) {
    const [txid = ''] = outputId.split('-');
    if (!facts.sent.has(`${txid} ${address}`)) {
      findings.note('events invented', `${id}: ${txid} never paid ${address}`);
    }
    const received = events.filter((event) => !isSettled(event));
    const repeats = events.filter((event, n) => isSettled(event) && isSettled(events[n - 1]));
    if (received.length > 1 + losses.length || repeats.length > 0) {
      findings.note('events doubled', `${id}: ${events.map(({ type }) => type)} of ${outputId}`);
    }
    const [first] = events;
    if (isSettled(first)) findings.note('events out of order', `${id}: ${outputId}`);
  }
  const settled = new Set(
    [...ofOutputs].flatMap(([outputId, events]) =>
      isSettled(events.at(-1)) ? (outputId.split('-')[0] ?? '') : [],
    ),
  );
  const untold = (facts.paid.get(address) ?? []).filter(({ txid }) => !settled.has(txid));
  findings.noteAll(
    'events lost',
    untold.map(({ txid }) => `${id}: ${txid} is on the chain, untold`),
  );
}
