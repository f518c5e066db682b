import { and, count, eq, gte, lt } from 'drizzle-orm';
import { Batcher } from '@/db/batcher';
import type { Db } from '@/db/client';
import { deliveryAttempt } from '@/db/schema/webhooks';
import { MAX_RETRY_AFTER_MS, nextAttemptAt, RETRY_WINDOW_TEXT } from '@/lib/domain/retry-schedule';
import type { AttemptEnd, Finish, FinishedAttempt } from './attempt-end';
import { afterAttempt, hostSign } from './breaker';
import { type Cause, causeOf } from './cause';
import type { ExchangeResult } from './progress';
import {
  type HostRow,
  type HostStanding,
  lockHost,
  releaseWaiting,
  tookOthersSince,
} from './webhook-host';
import { writeEnds } from './write-again';
import { writeEnd } from './write-end';

const GONE = 410;
const MAX_BATCH = 64;

/**
 * Writes the success of an attempt together with others, since many of them update the row of one
 * host and would wait for one another and for the disk. Undefined when nothing was written, since
 * the host has recent failures: its waiting deliveries need an update too.
 */
export type WriteSuccess = (end: AttemptEnd) => Promise<Finish | undefined>;

/**
 * Records the result of an attempt and what follows: delivered, the next attempt, or the end. A
 * sender whose lease ran out only completes the record of its own attempt.
 *
 * @param random from 0 to 1, for the jitter of the next attempt
 */
export async function finishAttempt(
  db: Db,
  finished: FinishedAttempt,
  now: Date,
  random: number,
  writeSuccess: WriteSuccess = (end) => successesOf(db).add(end),
): Promise<Finish> {
  const together = finished.result.ok
    ? await writeSuccess(endOf(finished, FIRST_OF_RUN, now, random))
    : undefined;
  return together ?? finishAlone(db, finished, now, random);
}

type Successes = Batcher<AttemptEnd, Finish | undefined>;
const successes = new WeakMap<Db, Successes>();

function successesOf(db: Db): Successes {
  const known = successes.get(db);
  if (known) return known;
  const made: Successes = new Batcher((ends) => writeEnds(db, ends), MAX_BATCH);
  successes.set(db, made);
  return made;
}

async function finishAlone(
  db: Db,
  finished: FinishedAttempt,
  now: Date,
  random: number,
): Promise<Finish> {
  const { claim, result } = finished;
  return db.transaction(async (tx) => {
    const host = await lockHost(tx, claim);
    const run = result.ok ? FIRST_OF_RUN : await runOf(tx, finished, host);
    const end = endOf(finished, run, now, random);
    const finish = await writeEnd(tx, end, standingAfter(host, result, now));
    // Not only after failures in a row: deliveries that the host refused, as with a 403, wait too.
    if (result.ok && host.lastFailureAt) await releaseWaiting(tx, claim, now);
    return finish;
  });
}

/** Further facts about a delivery with a failed attempt. */
interface Run {
  /** Attempts since the delivery began or its last manual resend, which restarts the schedule. */
  readonly attempts: number;
  /** The host accepted other events since, so its recovery does not bring this delivery forward. */
  readonly failsAlone: boolean;
}

const FIRST_OF_RUN: Run = { attempts: 1, failsAlone: false };

async function runOf(tx: Db, { claim, result }: FinishedAttempt, host: HostRow): Promise<Run> {
  const [row] = await tx
    .select({ attempts: count() })
    .from(deliveryAttempt)
    .where(
      and(
        eq(deliveryAttempt.deliveryId, claim.deliveryId),
        lt(deliveryAttempt.number, claim.attempt),
        gte(deliveryAttempt.startedAt, claim.startedAt),
      ),
    );
  const reached = hostSign(result) !== 'unknown';
  return {
    attempts: (row?.attempts ?? 0) + 1,
    failsAlone: reached && (await tookOthersSince(tx, claim, host.lastSuccessAt)),
  };
}

/** The consequences of the end of an attempt, for its record and its delivery. */
function endOf(finished: FinishedAttempt, run: Run, now: Date, random: number): AttemptEnd {
  const { claim, result, requestHeaders } = finished;
  const cause = causeOf(result);
  const next = result.ok
    ? { status: 'delivered' as const, nextAttemptAt: null, notBefore: null }
    : afterFailure(finished, run, now, random);
  const { status, nextAttemptAt, notBefore } = next;
  // By name, as in a claim.
  return {
    claim,
    result,
    requestHeaders,
    at: now,
    cause,
    delivery: {
      status,
      nextAttemptAt,
      notBefore,
      lastError: cause && lastErrorText(cause, status, result.status),
    },
  };
}

function standingAfter(host: HostStanding, result: ExchangeResult, now: Date): HostStanding {
  const sign = hostSign(result);
  return {
    ...afterAttempt(host, sign, now),
    lastSuccessAt: sign === 'success' ? now : host.lastSuccessAt,
    lastFailureAt: sign === 'success' ? null : sign === 'unknown' ? host.lastFailureAt : now,
  };
}

function afterFailure({ claim, result }: FinishedAttempt, run: Run, now: Date, random: number) {
  const ended = { status: 'failed' as const, nextAttemptAt: null, notBefore: null };
  if (result.status === GONE) return ended;
  const next = nextAttemptAt(run.attempts, claim.startedAt, now, random, result.retryAfterMs);
  if (!next) return ended;
  const asked = Math.min(result.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS);
  const askedUntil = asked > 0 ? new Date(now.getTime() + asked) : null;
  return {
    status: 'pending' as const,
    nextAttemptAt: next,
    notBefore: run.failsAlone ? next : askedUntil,
  };
}

function lastErrorText(
  cause: Cause,
  next: AttemptEnd['delivery']['status'],
  status: number | null,
): string {
  if (next !== 'failed') return cause.message;
  const when = status === GONE ? 'at once' : `after ${RETRY_WINDOW_TEXT} of attempts`;
  return `${cause.message} It was given up ${when}: resend it once the endpoint works.`;
}
