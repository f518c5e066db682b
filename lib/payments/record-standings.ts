import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { prepareStatement } from '@/db/prepare-statement';
import { payment } from '@/db/schema/payments';
import { confirmations } from '@/lib/domain/confirmations';
import type { Network } from '@/lib/domain/network';
import { isPaid, type PaymentStanding } from '@/lib/domain/payment';
import {
  type NewPaymentEvent,
  paymentEventsOf,
  requiredEventTypes,
} from '@/lib/domain/payment-events';
import type { Settlement } from '@/lib/domain/settle';
import { filterStillHandled } from '@/lib/domain/worklist';
import { type NewEvent, recordEvents } from '@/lib/webhooks/events/create-event';
import { recordTimelineChanges } from './payment-changes';
import type { Extras, PaymentExtra } from './payment-extra';
import { type PaymentRow, standingOf } from './payment-row';
import { settleFollowedUpPayments } from './settle-followed-up-payments';

/** A payment's row before a change, with its new standing and events. */
export interface ChangedPayment extends Settlement {
  readonly row: PaymentRow;
}

/** Returns a change that outputs did not cause, such as a cancellation. */
export function changePaymentStanding(
  row: PaymentRow,
  change: Partial<PaymentStanding>,
): ChangedPayment {
  const before = standingOf(row);
  const standing = { ...before, ...change };
  return { row, standing, events: paymentEventsOf(before, standing) };
}

/**
 * Called with the locked payments at the end of the transaction that changed them, so code above
 * the ledger can write derived rows.
 *
 * @param read set if the transaction follows a read of the chain. Outputs of payments that are not
 *   in `paymentIds` may then have more confirmations
 */
export type PaymentChangeHook = (
  tx: Db,
  paymentIds: readonly string[],
  now: Date,
  read?: { readonly network: Network; readonly tipHeight: number },
) => Promise<void>;

export const noPaymentChangeHook: PaymentChangeHook = async () => {};

export function combinePaymentChangeHooks(every: readonly PaymentChangeHook[]): PaymentChangeHook {
  return async (...given) => {
    for (const one of every) await one(...given);
  };
}

interface Moment {
  readonly extras: Extras;
  /** The newest block. Only paid payments need it. */
  readonly tipHeight: number;
  readonly now: Date;
}

/** Writes the new standings of payments together with their events. The rows must be locked. */
export async function recordStandings(
  tx: Db,
  moved: readonly ChangedPayment[],
  { extras, tipHeight, now }: Moment,
): Promise<void> {
  const events = moved.flatMap((move) => {
    const { row, standing } = move;
    const facts = {
      ...eventFactsOf(move, extras.get(row.id)),
      confirmations: confirmations(standing.coveredHeight, tipHeight),
    };
    return move.events.map((happening, n) => newEvent(facts, happening, row.eventCount + n + 1));
  });
  await Promise.all([writeStandings(tx, moved, now), recordEvents(tx, events, now)]);
  await settleFollowedUpPayments(tx, moved, now);
}

type Facts = Omit<NewEvent, 'type' | 'choice' | 'reason' | 'sequence'>;

export function eventFactsOf(
  { row, standing }: Pick<ChangedPayment, 'row' | 'standing'>,
  extra: PaymentExtra | undefined,
): Omit<Facts, 'confirmations'> {
  return {
    paymentId: row.id,
    apiKeyId: row.apiKeyId,
    txid: standing.txid,
    address: row.address,
    amount: row.amountSats,
    received: standing.received,
    webhookUrl: row.webhookUrl,
    metadata: extra?.metadata ?? null,
    description: extra?.description ?? null,
    price: row.price,
    status: standing.status,
  };
}

function newEvent(facts: Facts, happening: NewPaymentEvent, sequence: number): NewEvent {
  const { type, reason } = happening;
  return { ...facts, type, reason, choice: requiredEventTypes(happening), sequence };
}

const moveStandings = prepareStatement(sql`
  update ${payment} p set
    status = m.status,
    flags = m.flags,
    handled = m.handled,
    accepted_at = m.accepted_at,
    received_sats = m.received_sats,
    txid = m.txid,
    covered_height = m.covered_height,
    announced_txid = m.announced_txid,
    event_count = m.event_count,
    detected_at = m.detected_at,
    confirmed_at = m.confirmed_at,
    expired_at = m.expired_at,
    canceled_at = m.canceled_at,
    updated_at = ${sql.placeholder('now')}::timestamptz,
    holds_address = p.holds_address and m.status in ('pending', 'detected')
  from jsonb_to_recordset(${sql.placeholder('rows')}::jsonb) as m(
    id text, status text, flags text[], handled text[], accepted_at timestamptz,
    received_sats bigint, txid text, covered_height integer, announced_txid text,
    event_count integer, detected_at timestamptz, confirmed_at timestamptz,
    expired_at timestamptz, canceled_at timestamptz)
  where p.id = m.id`);

async function writeStandings(tx: Db, moved: readonly ChangedPayment[], now: Date): Promise<void> {
  if (moved.length === 0) return;
  const rows = moved.map((move) => columnsOf(move, now));
  const changed = moved.map(({ row: { id, checkoutId }, standing }) => ({
    id,
    checkoutId,
    status: standing.status,
    flags: [...standing.flags],
    receivedSats: standing.received,
    txid: standing.txid,
    coveredHeight: standing.coveredHeight,
  }));
  await Promise.all([
    moveStandings(tx, { rows: JSON.stringify(rows), now: now.toISOString() }),
    recordTimelineChanges(tx, changed, now),
  ]);
}

function columnsOf({ row, standing, events }: ChangedPayment, now: Date) {
  const { status } = standing;
  const paid = isPaid(status);
  const isSame = status === row.status && standing.received === row.receivedSats;
  return {
    id: row.id,
    status,
    flags: standing.flags,
    handled: filterStillHandled(row.handled, standingOf(row), standing),
    accepted_at: isSame ? row.acceptedAt : null,
    received_sats: standing.received,
    txid: standing.txid,
    covered_height: standing.coveredHeight,
    announced_txid: standing.announcedTxid,
    event_count: row.eventCount + events.length,
    detected_at: paid ? (isPaid(row.status) ? row.detectedAt : now) : null,
    confirmed_at: status === 'confirmed' ? (row.confirmedAt ?? now) : null,
    expired_at: status === 'expired' ? (row.expiredAt ?? now) : paid ? null : row.expiredAt,
    canceled_at: standing.canceledAt,
  };
}
