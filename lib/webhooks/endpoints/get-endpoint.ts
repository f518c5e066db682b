import { and, desc, eq, gt, isNotNull, lte, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { delivery, deliveryAttempt } from '@/db/schema/webhooks';
import type { Member } from '@/lib/domain/actor';
import { type EndpointView, readEndpoint } from './list-endpoints';
import { isDeliveredToEndpointSql } from './lock-endpoint';

export interface EndpointFigures {
  /** Only attempts that have ended. */
  readonly attempts: number;
  readonly succeeded: number;
  /** Median duration of the attempts with a response; null if none has one. */
  readonly medianMs: number | null;
  /** 95th percentile of the durations of the attempts with a response; null if none has one. */
  readonly p95Ms: number | null;
}

export interface EndpointFailure {
  readonly deliveryId: string;
  readonly eventType: string;
  /** The attempt's number within its delivery, from 1. */
  readonly number: number;
  readonly at: Date;
  readonly error: string;
}

export interface EndpointDetail extends EndpointView {
  readonly day: EndpointFigures;
  readonly week: EndpointFigures;
  /**
   * Whether the week had too many events, so the figures cover only the newest {@link MAX_ENDPOINT_PAGE_EVENTS}.
   */
  readonly isPart: boolean;
  /** The latest failed attempts, newest first. */
  readonly failures: readonly EndpointFailure[];
}

const DAY_MS = 86_400_000;
/** Maximum events read for a page, so that it takes at most a tenth of a second. */
export const MAX_ENDPOINT_PAGE_EVENTS = 10_000;
const FAILURES = 10;

/**
 * Returns an endpoint, with figures for the events of the last 24 hours and 7 days.
 *
 * @throws Problem `not_found`, also for an endpoint that the actor may not see
 */
export async function getEndpoint(
  db: Db,
  actor: Member,
  id: string,
  now: Date,
): Promise<EndpointDetail> {
  const endpoint = await readEndpoint(db, actor, id, now);
  const recent = newestOf(db, endpoint, now);
  const { events, ...figures } = await readFigures(db, recent, now);
  return {
    ...endpoint,
    ...figures,
    isPart: events === MAX_ENDPOINT_PAGE_EVENTS,
    failures: await readFailures(db, recent),
  };
}

function newestOf(db: Db, endpoint: EndpointView, now: Date) {
  const since = new Date(now.getTime() - 7 * DAY_MS);
  return db.$with('recent').as(
    db
      .select({
        id: delivery.id,
        eventType: delivery.eventType,
        createdAt: delivery.createdAt,
      })
      .from(delivery)
      .where(
        and(
          isDeliveredToEndpointSql(endpoint),
          gt(delivery.createdAt, since),
          lte(delivery.createdAt, now),
        ),
      )
      .orderBy(desc(delivery.createdAt))
      .limit(MAX_ENDPOINT_PAGE_EVENTS),
  );
}

type RecentEvents = ReturnType<typeof newestOf>;

async function readFigures(db: Db, recent: RecentEvents, now: Date) {
  const ofDay = sql`${recent.createdAt} > ${new Date(now.getTime() - DAY_MS).toISOString()}::timestamptz`;
  const ms = sql`(${deliveryAttempt.timings} ->> 'totalMs')::float8`;
  const answered = sql`${deliveryAttempt.responseStatus} is not null`;
  const figures = (which: ReturnType<typeof sql>) => ({
    attempts: sql<number>`count(*) filter (where ${which})`.mapWith(Number),
    succeeded: sql<number>`count(*)
      filter (where ${which} and ${deliveryAttempt.errorCode} is null)`.mapWith(Number),
    medianMs: sql<number | null>`percentile_disc(0.5) within group (order by ${ms})
      filter (where ${which} and ${answered})`,
    p95Ms: sql<number | null>`percentile_disc(0.95) within group (order by ${ms})
      filter (where ${which} and ${answered})`,
  });
  const [row] = await db
    .with(recent)
    .select({
      events: sql<number>`(select count(*) from ${recent})`.mapWith(Number),
      day: figures(ofDay),
      week: figures(sql`true`),
    })
    .from(recent)
    .innerJoin(deliveryAttempt, attemptOf(recent));
  if (!row) throw new Error('an aggregate must return a row');
  return row;
}

const attemptOf = (recent: RecentEvents) =>
  and(eq(deliveryAttempt.deliveryId, recent.id), isNotNull(deliveryAttempt.finishedAt));

async function readFailures(db: Db, recent: RecentEvents): Promise<EndpointFailure[]> {
  const { deliveryId, number, startedAt, error } = deliveryAttempt;
  const rows = await db
    .with(recent)
    .select({
      deliveryId,
      eventType: recent.eventType,
      number,
      at: startedAt,
      error,
    })
    .from(recent)
    .innerJoin(deliveryAttempt, and(attemptOf(recent), isNotNull(deliveryAttempt.errorCode)))
    .orderBy(desc(startedAt), desc(deliveryId), desc(number))
    .limit(FAILURES);
  return rows.map((row) => ({ ...row, error: row.error ?? '' }));
}
