import { and, eq, isNotNull } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { isClosedHere, isConnectionLost } from '@/db/connection-lost';
import { delivery, deliveryAttempt } from '@/db/schema/webhooks';
import type { AttemptEnd, Finish } from './attempt-end';
import { type Claim, LEASE_MS } from './claim';
import { takeTurn } from './take-turn';

const AGAIN_MS = 1_000;

/**
 * Writes the end of an attempt. While the database cannot be reached it tries again, until shortly
 * before the lease of the attempt runs out: then the webhook is sent once more, though its endpoint
 * may have it.
 */
export async function writeInLease(
  db: Db,
  claim: Claim,
  clock: () => Date,
  write: () => Promise<Finish>,
): Promise<Finish> {
  const leaseEnd = claim.attemptStartedAt.getTime() + LEASE_MS;
  for (let mayBeWritten = false; ; mayBeWritten = true) {
    try {
      return (mayBeWritten ? await finishOnRecord(db, claim) : undefined) ?? (await write());
    } catch (error) {
      // A client that was given up is renewed after a first failure; one that fails again is closed for good.
      const isOver = mayBeWritten && isClosedHere(error);
      const isLate = clock().getTime() + AGAIN_MS >= leaseEnd;
      if (!isConnectionLost(error) || isOver || isLate) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

/** Writes an end that a failed turn may have written, unless it is on record. */
export async function endAgain(db: Db, end: AttemptEnd): Promise<readonly (Finish | undefined)[]> {
  const finish = await finishOnRecord(db, end.claim);
  return finish ? [finish] : writeEnds(db, [end]);
}

/** Writes ends of attempts in a turn that claims nothing. */
export async function writeEnds(
  db: Db,
  ends: readonly AttemptEnd[],
): Promise<readonly (Finish | undefined)[]> {
  return (await takeTurn(db, { ends, picks: [], now: new Date(0), perHost: 0 })).finishes;
}

/**
 * What became of an attempt whose end is on record; undefined while it is not. After a lost
 * connection the end may have been written without an answer: written twice, it would be counted
 * twice.
 */
async function finishOnRecord(
  db: Db,
  { deliveryId, attempt }: Pick<Claim, 'deliveryId' | 'attempt'>,
): Promise<Finish | undefined> {
  const [row] = await db
    .select({ status: delivery.status, newest: delivery.attempt })
    .from(deliveryAttempt)
    .innerJoin(delivery, eq(delivery.id, deliveryAttempt.deliveryId))
    .where(
      and(
        eq(deliveryAttempt.deliveryId, deliveryId),
        eq(deliveryAttempt.number, attempt),
        isNotNull(deliveryAttempt.finishedAt),
      ),
    );
  if (!row) return undefined;
  if (row.newest !== attempt || row.status === 'delivering') return 'late';
  return row.status === 'pending' ? 'retry' : row.status;
}
