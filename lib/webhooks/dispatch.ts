import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { delivery, webhookHost } from '@/db/schema/webhooks';
import { type AttemptDeps, attemptDelivery } from './attempt-delivery';
import { PER_HOST } from './claim';
import { claimDue, claimOne } from './claim-due';
import { Nudge } from './nudge';

export interface DispatchDeps extends AttemptDeps {
  /** Called when something became due, so that it need not wait while slow receivers take time. */
  readonly nudge?: Nudge;
  /** Exchanges at once, of this process. */
  readonly maxInFlight?: number;
}

const MAX_IN_FLIGHT = 64;
/** How often new work is looked for while exchanges are under way. */
const LOOK_AGAIN_MS = 250;

/**
 * Sends every delivery that is due and those that become due meanwhile, until none is left. Any
 * number of processes may do so at once. After `signal` nothing new is begun; what is under way
 * is finished first.
 *
 * @returns how many attempts were made
 */
export async function dispatchDue(
  deps: DispatchDeps,
  clock: () => Date,
  signal?: AbortSignal,
): Promise<number> {
  const nudge = deps.nudge ?? new Nudge();
  const running = new Set<Promise<void>>();
  let attempts = 0;
  try {
    while (!signal?.aborted) {
      const limit = (deps.maxInFlight ?? MAX_IN_FLIGHT) - running.size;
      const bounds = { limit, perHost: deps.perHost ?? PER_HOST };
      // An attempt that ends while we look makes room that the look did not see.
      const alone = running.size === 0;
      const claims = await claimDue(deps.db, clock, bounds);
      attempts += claims.length;
      for (const claim of claims) {
        const run: Promise<void> = attemptDelivery(deps, claim, clock).finally(() => {
          running.delete(run);
          nudge.call();
        });
        running.add(run);
      }
      if (alone && claims.length === 0) break;
      await nudge.wait(LOOK_AGAIN_MS);
    }
  } finally {
    await Promise.all(running);
  }
  return attempts;
}

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
