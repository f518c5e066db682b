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
  for (let again = false; ; again = true) {
    try {
      const finish = await write();
      return finish === 'late' ? await finishOnRecord(db, claim) : finish;
    } catch (error) {
      // A client that was given up is renewed after a first failure; one that fails again is closed for good.
      const isOver = again && isClosedHere(error);
      const isLate = clock().getTime() + AGAIN_MS >= leaseEnd;
      if (!isConnectionLost(error) || isOver || isLate) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

/** Writes ends of attempts in a turn that claims nothing. */
export async function writeEnds(
  db: Db,
  ends: readonly AttemptEnd[],
): Promise<readonly (Finish | undefined)[]> {
  return (await takeTurn(db, { ends, picks: [], now: new Date(0), perHost: 0 })).finishes;
}

/**
 * What became of a delivery whose attempt ended too late to change it. A lost connection may have
 * written the end without an answer: then it was not late.
 */
async function finishOnRecord(
  db: Db,
  { deliveryId, attempt }: Pick<Claim, 'deliveryId' | 'attempt'>,
): Promise<Finish> {
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
  if (row?.newest !== attempt || row.status === 'delivering') return 'late';
  return row.status === 'pending' ? 'retry' : row.status;
}
