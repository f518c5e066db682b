import { asc, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { type delivery, deliveryAttempt } from '@/db/schema/webhooks';

export type AttemptRow = typeof deliveryAttempt.$inferSelect;

/** `unknown`: the sender crashed during the attempt, so the request may or may not have arrived. */
export type AttemptOutcome = 'delivered' | 'failed' | 'running' | 'unknown';

export function recordedOutcome({
  finishedAt,
  errorCode,
}: Pick<AttemptRow, 'finishedAt' | 'errorCode'>): AttemptOutcome {
  if (!finishedAt) return 'unknown';
  return errorCode === null ? 'delivered' : 'failed';
}

type InFlight = Pick<
  typeof delivery.$inferSelect,
  'id' | 'status' | 'attempt' | 'attemptStartedAt'
>;

export async function readAttempts(db: Db, of: InFlight): Promise<AttemptRow[]> {
  const recorded = await db
    .select()
    .from(deliveryAttempt)
    .where(eq(deliveryAttempt.deliveryId, of.id))
    .orderBy(asc(deliveryAttempt.number));
  const running = attemptInFlight(of);
  // The attempt in flight may have ended after the delivery was read.
  if (!running || recorded.some(({ number }) => number === running.number)) return recorded;
  return [...recorded, running];
}

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
