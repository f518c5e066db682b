import { asc, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { type delivery, deliveryAttempt } from '@/db/schema/webhooks';

export type AttemptRow = typeof deliveryAttempt.$inferSelect;

/** What tells that a delivery has an attempt in flight. */
type InFlight = Pick<
  typeof delivery.$inferSelect,
  'id' | 'status' | 'attempt' | 'attemptStartedAt'
>;

/** The attempts of a delivery by their numbers: those on record, and the one in flight. */
export async function readAttempts(db: Db, of: InFlight): Promise<AttemptRow[]> {
  const recorded = await db
    .select()
    .from(deliveryAttempt)
    .where(eq(deliveryAttempt.deliveryId, of.id))
    .orderBy(asc(deliveryAttempt.number));
  const running = attemptInFlight(of);
  // It may have ended since the delivery was read.
  if (!running || recorded.some(({ number }) => number === running.number)) return recorded;
  return [...recorded, running];
}

/** The attempt that a delivery has in flight, with all that is known of it before its end. */
export function attemptInFlight({
  id,
  status,
  attempt,
  attemptStartedAt,
}: InFlight): AttemptRow | undefined {
  if (status !== 'delivering' || !attemptStartedAt) return undefined;
  return {
    deliveryId: id,
    number: attempt,
    startedAt: attemptStartedAt,
    finishedAt: null,
    remoteAddress: null,
    timings: null,
    requestHeaders: null,
    responseStatus: null,
    responseHeaders: null,
    responseBody: null,
    responseEnd: null,
    errorCode: null,
    error: null,
  };
}
