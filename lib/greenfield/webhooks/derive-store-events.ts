import type { InvoiceState, InvoiceStatus, OutputStatus } from '@/db/schema/greenfield';
import type { StoreEventType } from '@/lib/domain/store-event-types';

export interface StoreEvent {
  readonly type: StoreEventType;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface EventFacts {
  /** Whether the shop set the status by hand. */
  readonly isMarked: boolean;
  readonly isOverpaid: boolean;
  /** Whether the payment has the required confirmations, late or not. */
  readonly isConfirmed: boolean;
  /** The payment object of each output, by output id, in the order in which outputs arrived. */
  readonly payments: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
}

const NEW: InvoiceState = { status: 'New', additionalStatus: 'None', outputs: {} };

/**
 * Returns the events that lead from the last reported state to the current one, in BTCPay's order.
 * An output stays settled during a reorg, so nothing is reported twice. Vanished money is reported
 * only when it returns, or when the invoice ends without it.
 *
 * @param reported null for a new invoice
 * @returns the events, and the state that they report
 */
export function deriveStoreEvents(
  reported: InvoiceState | null,
  state: InvoiceState,
  facts: EventFacts,
): { readonly events: readonly StoreEvent[]; readonly told: InvoiceState } {
  const before = reported ?? NEW;
  const created: StoreEvent[] = reported ? [] : [{ type: 'InvoiceCreated', fields: {} }];
  const ofOutputs = outputEvents(before, state, facts);
  const isReorged = before.status === 'Settled' && state.status === 'Processing';
  const status = isReorged ? 'Settled' : state.status;
  const { begin, end } = statusEvents(before.status, status, state, facts);
  const isWaiting = state.additionalStatus === 'PaidLate' && !facts.isConfirmed;
  const additionalStatus = isWaiting ? before.additionalStatus : state.additionalStatus;
  if (additionalStatus === 'PaidLate' && before.additionalStatus !== 'PaidLate')
    end.push({ type: 'InvoicePaidAfterExpiration', fields: {} });
  return {
    events: [...created, ...ofOutputs.received, ...begin, ...ofOutputs.settled, ...end],
    told: { status, additionalStatus, outputs: ofOutputs.outputs },
  };
}

function outputEvents(before: InvoiceState, { status, outputs }: InvoiceState, facts: EventFacts) {
  const afterExpiration = status === 'Expired' || status === 'Invalid';
  const received: StoreEvent[] = [];
  const settled: StoreEvent[] = [];
  const reported: Record<string, OutputStatus> = {};
  for (const [id, payment] of facts.payments) {
    const was = before.outputs[id] ?? 'Invalid';
    const is = outputs[id] ?? 'Invalid';
    const fields = { afterExpiration, paymentMethodId: 'BTC-CHAIN', payment };
    if (was === 'Invalid' && is !== 'Invalid')
      received.push({ type: 'InvoiceReceivedPayment', fields });
    if (was !== 'Settled' && is === 'Settled')
      settled.push({ type: 'InvoicePaymentSettled', fields });
    reported[id] = was === 'Settled' && is === 'Processing' ? was : is;
  }
  return { received, settled, outputs: reported };
}

/**
 * Returns the events of a new status. `begin` events are sent before the events of settled outputs,
 * and `end` events after them.
 */
function statusEvents(
  before: InvoiceStatus,
  status: InvoiceStatus,
  { additionalStatus }: InvoiceState,
  { isMarked: manuallyMarked, isOverpaid: overPaid }: EventFacts,
): { begin: StoreEvent[]; end: StoreEvent[] } {
  const processing: StoreEvent = { type: 'InvoiceProcessing', fields: { overPaid } };
  if (status === before || status === 'New') return { begin: [], end: [] };
  if (status === 'Processing') return { begin: [processing], end: [] };
  if (status === 'Settled') {
    const isFirstSeen = !manuallyMarked && before !== 'Processing';
    const settled: StoreEvent = { type: 'InvoiceSettled', fields: { manuallyMarked, overPaid } };
    return { begin: isFirstSeen ? [processing] : [], end: [settled] };
  }
  if (status === 'Invalid')
    return { begin: [], end: [{ type: 'InvoiceInvalid', fields: { manuallyMarked } }] };
  const partiallyPaid = additionalStatus === 'PaidPartial';
  const end: StoreEvent[] = [{ type: 'InvoiceExpired', fields: { partiallyPaid } }];
  if (partiallyPaid) end.push({ type: 'InvoiceExpiredPaidPartial', fields: {} });
  return { begin: [], end };
}
