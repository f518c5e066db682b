import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { delivery, webhookHost } from '@/db/schema/webhooks';
import { type AttemptDeps, attemptDelivery } from './attempt-delivery';
import { PER_HOST } from './claim';
import { claimOne } from './claim-due';

/** When to look at a delivery, and the due time in its schedule that the look is for. */
export interface Look {
  readonly at: Date;
  /** Undefined: for whichever there is then. */
  readonly dueAt: Date | undefined;
}

export interface WokenDelivery {
  readonly deliveryId: string;
  readonly dueAt: Date | undefined;
}

/** Another sender has it: its schedule is looked up again when most exchanges are over. */
const LOOK_AFTER_OTHERS_MS = 5_000;
const SOONEST_MS = 1_000;
const LATEST_MS = 60_000;

/**
 * Sends one delivery if it is due and its turn has come. May be called any number of times, late
 * or in vain: the claim alone decides whether anything is sent.
 *
 * @returns when to look at it again; null when there is nothing more to do for whoever was woken:
 * it has ended, or its schedule has moved and others were woken for that
 */
export async function dispatchOne(
  deps: AttemptDeps,
  { deliveryId, dueAt }: WokenDelivery,
  clock: () => Date,
): Promise<Look | null> {
  const claim = await claimOne(deps.db, deliveryId, clock, deps.perHost ?? PER_HOST);
  if (claim) await attemptDelivery(deps, claim, clock);
  return nextLook(deps.db, deliveryId, claim ? undefined : dueAt, clock());
}

async function nextLook(
  db: Db,
  deliveryId: string,
  dueAt: Date | undefined,
  now: Date,
): Promise<Look | null> {
  const [row] = await db
    .select({
      status: delivery.status,
      nextAttemptAt: delivery.nextAttemptAt,
      openUntil: webhookHost.openUntil,
    })
    .from(delivery)
    .leftJoin(webhookHost, eq(webhookHost.host, delivery.host))
    .where(eq(delivery.id, deliveryId));
  if (row?.status === 'delivering') {
    return { at: later(now, LOOK_AFTER_OTHERS_MS), dueAt: undefined };
  }
  const next = row?.nextAttemptAt;
  if (!next || (dueAt && next.getTime() !== dueAt.getTime())) return null;
  const closed = row.openUntil ?? next;
  const at = closed > next ? closed : next;
  return { at: at > now ? at : later(now, patience(now, next)), dueAt: next };
}

/** Due, but its host has no room or its payment another attempt: it is asked for less and less often. */
function patience(now: Date, due: Date): number {
  return Math.min(Math.max(now.getTime() - due.getTime(), SOONEST_MS), LATEST_MS);
}

const later = (now: Date, ms: number) => new Date(now.getTime() + ms);
