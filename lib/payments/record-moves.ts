import type { Db } from '@/db/client';
import { confirmations } from '@/lib/domain/confirmations';
import type { PaymentStanding } from '@/lib/domain/payment';
import { type Happening, happenings, typesToChoose } from '@/lib/domain/payment-events';
import { type NewEvent, recordEvents } from '@/lib/webhooks/events/create-event';
import type { Extras, PaymentExtra } from './payment-extra';
import { type PaymentRow, standingOf } from './payment-row';
import { type Moved, writeStandings } from './write-standings';

/** A payment that moves by something else than its money. */
export function moveTo(row: PaymentRow, change: Partial<PaymentStanding>): Moved {
  const before = standingOf(row);
  const standing = { ...before, ...change };
  return { row, standing, events: happenings(before, standing) };
}

interface Moment {
  /** Of all the payments that have one. */
  readonly extras: Extras;
  /** Counts for paid payments only. */
  readonly tipHeight: number;
  readonly now: Date;
}

/** Writes the new standings of payments and their events together. The rows must be locked. */
export async function recordMoves(
  tx: Db,
  moved: readonly Moved[],
  { extras, tipHeight, now }: Moment,
): Promise<void> {
  const events = moved.flatMap((move) => {
    const { row, standing } = move;
    const facts = {
      ...factsOf(move, extras.get(row.id)),
      confirmations: confirmations(standing.coveredHeight, tipHeight),
    };
    return move.events.map((happening, n) => newEvent(facts, happening, row.eventCount + n + 1));
  });
  await Promise.all([writeStandings(tx, moved, now), recordEvents(tx, events, now)]);
}

type Facts = Omit<NewEvent, 'type' | 'choice' | 'reason' | 'sequence'>;

function factsOf(
  { row, standing }: Moved,
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

function newEvent(facts: Facts, happening: Happening, sequence: number): NewEvent {
  const { type, reason } = happening;
  return { ...facts, type, reason, choice: typesToChoose(happening), sequence };
}
