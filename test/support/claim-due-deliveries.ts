import type { Db } from '@/db/client';
import { type Claim, claimDeliveries, listReady } from '@/lib/webhooks/delivery/claim-deliveries';
import { releaseExpired } from '@/lib/webhooks/delivery/release';
import { Slots } from '@/lib/webhooks/delivery/slots';

interface ClaimBounds {
  readonly limit: number;
  /** The maximum number of running attempts per merchant and host. */
  readonly perHost: number;
}

/**
 * Claims due deliveries like a process, but does not send them.
 *
 * @param earlier what the process has already claimed
 */
export async function claimDueDeliveries(
  db: Db,
  clock: () => Date,
  { limit, perHost }: ClaimBounds,
  earlier: readonly Claim[] = [],
): Promise<Claim[]> {
  const mine: Claim[] = [];
  await releaseExpired(db, clock());
  for (;;) {
    const slots = new Slots(Number.POSITIVE_INFINITY, perHost);
    for (const one of [...earlier, ...mine]) slots.add(one);
    slots.fill(await listReady(db, clock()));
    const picks = slots.take().slice(0, limit - mine.length);
    if (picks.length === 0) return mine;
    const ids = picks.map(({ id }) => id);
    mine.push(...(await claimDeliveries(db, ids, clock())));
  }
}
