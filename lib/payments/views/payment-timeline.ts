import { and, asc, desc, eq, gt, inArray, isNotNull, or } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { paymentChange } from '@/db/schema/payments';
import { delivery, deliveryAttempt, webhookEvent } from '@/db/schema/webhooks';
import { listSubjectAuditEntries, type SubjectAuditEntry } from '@/lib/audit/list-audit-entries';
import type { Member } from '@/lib/domain/actor';
import { DEFAULT_EVENT_TYPES } from '@/lib/domain/event-types';
import type { PaymentStatus } from '@/lib/domain/payment';
import {
  findTimelineChange,
  INITIAL_TIMELINE_STANDING,
  type TimelineChangeKind,
  type TimelineStanding,
} from '@/lib/domain/payment-story';
import { type AttemptOutcome, recordedOutcome } from '@/lib/webhooks/delivery/views/read-attempts';
import type { PaymentRow } from '../payment-row';

interface TimedEntry {
  readonly at: Date;
}

export interface CreatedEntry extends TimedEntry {
  readonly kind: 'created';
}

export interface StandingChange extends TimedEntry {
  readonly kind: 'change';
  readonly what: TimelineChangeKind;
  readonly status: PaymentStatus;
  readonly receivedSats: number;
  /** What the change added, or removed if negative. */
  readonly differenceSats: number;
  readonly txid: string | null;
  readonly height: number | null;
  readonly late: boolean;
}

/** Replaces the middle of a long list of changes. */
export interface OmittedChanges extends TimedEntry {
  readonly kind: 'omitted';
}

export interface EventEntry extends TimedEntry {
  readonly kind: 'event';
  readonly eventType: string;
  /**
   * Null if the event is not sent, because the payment has no webhook URL or the event is not
   * enabled for its API key.
   */
  readonly url: string | null;
}

export interface AttemptEntry extends TimedEntry {
  readonly kind: 'attempt';
  readonly deliveryId: string;
  readonly eventType: string;
  readonly number: number;
  readonly outcome: AttemptOutcome;
  readonly responseStatus: number | null;
  readonly error: string | null;
  readonly totalMs: number | null;
}

export interface ActionEntry extends TimedEntry, SubjectAuditEntry {
  readonly kind: 'action';
}

export type TimelineEntry =
  | CreatedEntry
  | StandingChange
  | OmittedChanges
  | EventEntry
  | AttemptEntry
  | ActionEntry;

/** Changes shown at each end of the list. Anyone can cause thousands, with an output each. */
const SHOWN_CHANGES = 50;

/** Only the newest events and attempts are shown, because there may be thousands. */
const SHOWN_EVENTS = 500;

/** At the same moment, causes come before effects: change, event, attempt. */
const ORDER = ['created', 'action', 'change', 'omitted', 'event', 'attempt'] as const;

/**
 * Returns a payment's timeline, oldest first: chain changes, webhook events, their attempts, and
 * actions of members. Call this only for a payment that the actor may see.
 */
export async function paymentTimeline(
  db: Db,
  actor: Member,
  row: PaymentRow,
  deliveryIds: readonly string[],
): Promise<TimelineEntry[]> {
  const [changes, events, attempts, audited] = await Promise.all([
    readChanges(db, row.id),
    readEvents(db, row.id),
    readAttempts(db, row.id),
    listSubjectAuditEntries(db, actor, [row.id, ...deliveryIds]),
  ]);
  const entries: TimelineEntry[] = [
    { kind: 'created', at: row.createdAt },
    ...changes,
    ...events,
    ...attempts,
    ...audited.map((entry) => ({ ...entry, kind: 'action' as const })),
  ];
  return entries.sort(
    (a, b) => a.at.getTime() - b.at.getTime() || ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind),
  );
}

async function readChanges(
  db: Db,
  paymentId: string,
): Promise<(StandingChange | OmittedChanges)[]> {
  const ofPayment = eq(paymentChange.paymentId, paymentId);
  const first = await db
    .select()
    .from(paymentChange)
    .where(ofPayment)
    .orderBy(asc(paymentChange.id))
    .limit(SHOWN_CHANGES);
  const last = await db
    .select()
    .from(paymentChange)
    .where(and(ofPayment, gt(paymentChange.id, first.at(-1)?.id ?? 0)))
    .orderBy(desc(paymentChange.id))
    .limit(SHOWN_CHANGES + 1);
  last.reverse();
  if (last.length <= SHOWN_CHANGES)
    return changesFrom(INITIAL_TIMELINE_STANDING, [...first, ...last]);
  // The first row is read only to compute the next change.
  const [left, ...shown] = last as [ChangeRow, ...ChangeRow[]];
  return [
    ...changesFrom(INITIAL_TIMELINE_STANDING, first),
    { kind: 'omitted', at: left.at },
    ...changesFrom(left, shown),
  ];
}

type ChangeRow = typeof paymentChange.$inferSelect;

function changesFrom(start: TimelineStanding, rows: readonly ChangeRow[]): StandingChange[] {
  let before = start;
  const changes: StandingChange[] = [];
  for (const row of rows) {
    const what = findTimelineChange(before, row);
    if (what) {
      changes.push({
        kind: 'change',
        at: row.at,
        what,
        status: row.status,
        receivedSats: row.receivedSats,
        differenceSats: row.receivedSats - before.receivedSats,
        txid: row.txid,
        height: row.coveredHeight,
        late: row.flags.includes('late') && !before.flags.includes('late'),
      });
    }
    before = row;
  }
  return changes;
}

async function readEvents(db: Db, paymentId: string): Promise<EventEntry[]> {
  const rows = await db
    .select({
      at: webhookEvent.createdAt,
      eventType: webhookEvent.type,
      url: delivery.url,
    })
    .from(webhookEvent)
    .leftJoin(
      delivery,
      and(eq(delivery.paymentId, paymentId), eq(delivery.eventId, webhookEvent.id)),
    )
    .where(
      and(
        eq(webhookEvent.paymentId, paymentId),
        // An event without a delivery is shown only if its type is sent by default. Other events
        // repeat a change of the timeline, possibly thousands of times.
        or(isNotNull(delivery.id), inArray(webhookEvent.type, [...DEFAULT_EVENT_TYPES])),
      ),
    )
    .orderBy(desc(webhookEvent.sequence))
    .limit(SHOWN_EVENTS);
  return rows.reverse().map((row) => ({ ...row, kind: 'event' }));
}

async function readAttempts(db: Db, paymentId: string): Promise<AttemptEntry[]> {
  // Running attempts are read first. An attempt that ends in between then appears in both results;
  // in the other order, it would appear in neither.
  const running = await readRunning(db, paymentId);
  const recorded = await readRecorded(db, paymentId);
  const isRecorded = ({ deliveryId, number }: AttemptEntry) =>
    recorded.some((other) => other.deliveryId === deliveryId && other.number === number);
  return [...recorded, ...running.filter((attempt) => !isRecorded(attempt))];
}

async function readRunning(db: Db, paymentId: string): Promise<AttemptEntry[]> {
  const rows = await db
    .select({
      startedAt: delivery.attemptStartedAt,
      deliveryId: delivery.id,
      eventType: delivery.eventType,
      number: delivery.attempt,
    })
    .from(delivery)
    .where(and(eq(delivery.paymentId, paymentId), eq(delivery.status, 'delivering')));
  return rows.flatMap(({ startedAt: at, ...row }) => (at ? [{ ...row, at, ...NOT_ENDED }] : []));
}

const NOT_ENDED = {
  kind: 'attempt',
  outcome: 'running',
  responseStatus: null,
  error: null,
  totalMs: null,
} as const;

async function readRecorded(db: Db, paymentId: string): Promise<AttemptEntry[]> {
  const rows = await db
    .select({
      at: deliveryAttempt.startedAt,
      deliveryId: delivery.id,
      eventType: delivery.eventType,
      number: deliveryAttempt.number,
      finishedAt: deliveryAttempt.finishedAt,
      errorCode: deliveryAttempt.errorCode,
      responseStatus: deliveryAttempt.responseStatus,
      error: deliveryAttempt.error,
      timings: deliveryAttempt.timings,
    })
    .from(deliveryAttempt)
    .innerJoin(delivery, eq(delivery.id, deliveryAttempt.deliveryId))
    .where(eq(delivery.paymentId, paymentId))
    .orderBy(desc(deliveryAttempt.startedAt), desc(deliveryAttempt.number))
    .limit(SHOWN_EVENTS);
  return rows.reverse().map(({ timings, finishedAt, errorCode, ...row }) => ({
    ...row,
    kind: 'attempt',
    outcome: recordedOutcome({ finishedAt, errorCode }),
    totalMs: timings?.totalMs ?? null,
  }));
}
