import { and, count, eq, gte } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { delivery, deliveryAttempt } from '@/db/schema/webhooks';
import { MAX_RETRY_AFTER_MS, nextTryAt } from '@/lib/domain/retry-schedule';
import { type Cause, causeOf } from './cause';
import type { Claim } from './claim';
import { hostSign } from './host-sign';
import { noteHost } from './note-host';
import type { ExchangeResult } from './send';

const GONE = 410;

/** What became of the delivery. `late`: its lease had run out, and another try has it now. */
export type Finish = 'delivered' | 'failed' | 'retry' | 'late';

export interface FinishedTry {
  readonly claim: Claim;
  readonly result: ExchangeResult;
  /** What was sent; empty when nothing was. */
  readonly requestHeaders: Readonly<Record<string, string>>;
}

/**
 * Writes how a try went and what follows: delivered, the next try, or the end. A sender whose
 * lease ran out only completes the record of its own try.
 *
 * @param random from 0 to 1, places the next try within its jitter
 */
export async function finishAttempt(
  db: Db,
  finished: FinishedTry,
  now: Date,
  random: number,
): Promise<Finish> {
  const { claim, result } = finished;
  const cause = causeOf(result);
  return db.transaction(async (tx) => {
    await completeRecord(tx, finished, cause, now);
    const { failsAlone } = await noteHost(tx, claim, hostSign(result), now);
    const outcome = result.ok
      ? { status: 'delivered' as const, nextAttemptAt: null, notBefore: null, deliveredAt: now }
      : await afterFailure(tx, finished, failsAlone, now, random);
    const [mine] = await tx
      .update(delivery)
      .set({
        ...outcome,
        leaseUntil: null,
        lastError: cause && lastErrorText(cause, outcome.status, result.status),
        responseStatus: result.status,
      })
      .where(
        and(
          eq(delivery.id, claim.deliveryId),
          eq(delivery.status, 'delivering'),
          eq(delivery.attempt, claim.attempt),
        ),
      )
      .returning({ id: delivery.id });
    if (!mine) return 'late';
    return outcome.status === 'pending' ? 'retry' : outcome.status;
  });
}

async function completeRecord(
  tx: Db,
  { claim, result, requestHeaders }: FinishedTry,
  cause: Cause | null,
  now: Date,
): Promise<void> {
  await tx
    .update(deliveryAttempt)
    .set({
      finishedAt: now,
      remoteAddress: result.remoteAddress,
      timings: result.timings,
      requestHeaders: { ...requestHeaders },
      responseStatus: result.status,
      responseHeaders: result.status === null ? null : { ...result.headers },
      responseBody: result.status === null ? null : result.bodyHead,
      errorCode: cause?.code ?? null,
      error: cause?.message ?? null,
    })
    .where(eq(deliveryAttempt.id, claim.attemptId));
}

/** @param failsAlone keeps the delivery to its own schedule, whatever its host does */
async function afterFailure(
  tx: Db,
  { claim, result }: FinishedTry,
  failsAlone: boolean,
  now: Date,
  random: number,
) {
  const ended = { status: 'failed' as const, nextAttemptAt: null, notBefore: null };
  if (result.status === GONE) return ended;
  const tries = await triesOfThisRun(tx, claim);
  const next = nextTryAt(tries, claim.startedAt, now, random, result.retryAfterMs);
  if (!next) return ended;
  const asked = Math.min(result.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS);
  const askedUntil = asked > 0 ? new Date(now.getTime() + asked) : null;
  return {
    status: 'pending' as const,
    nextAttemptAt: next,
    notBefore: failsAlone ? next : askedUntil,
  };
}

/** Tries since the delivery began or was last resent by hand: the schedule starts anew then. */
async function triesOfThisRun(tx: Db, claim: Claim): Promise<number> {
  const [row] = await tx
    .select({ tries: count() })
    .from(deliveryAttempt)
    .where(
      and(
        eq(deliveryAttempt.deliveryId, claim.deliveryId),
        gte(deliveryAttempt.startedAt, claim.startedAt),
      ),
    );
  return Math.max(row?.tries ?? 1, 1);
}

function lastErrorText(
  cause: Cause,
  next: 'pending' | 'delivered' | 'failed',
  status: number | null,
) {
  if (next !== 'failed' || status === GONE) return cause.message;
  return `${cause.message} It was given up after ten days of tries: resend it once the endpoint works.`;
}
