import { eq } from 'drizzle-orm';
import type { Database, Db } from '@/db/client';
import { webhookHost } from '@/db/schema/endpoints';
import { delivery } from '@/db/schema/webhooks';
import { type AttemptDeps, attemptDelivery } from './attempt-delivery';
import { type Claim, mayBegin, PER_HOST } from './claim';
import { releaseExpired } from './find-due';
import { Nudge } from './nudge';
import { Sender } from './sender';
import { takeTurn } from './take-turn';
import { HOST_OF_DELIVERY, waitForHost } from './webhook-host';

export interface DispatchDeps extends AttemptDeps {
  /** {@link Database.pipeline} */
  readonly pipeline: Db;
  /** Called when a delivery becomes due, so that it does not wait for slow endpoints. */
  readonly nudge?: Nudge;
  /** Concurrent exchanges of this process, without its reserve. */
  readonly maxInFlight?: number;
}

/** Concurrent exchanges of a process, without its reserve. */
export const MAX_IN_FLIGHT = 128;

/**
 * Sends due deliveries, including those that become due meanwhile, until none is left. Any number
 * of processes may do so at once. After `signal` it finishes exchanges under way and starts none.
 *
 * @returns the number of attempts
 */
export async function dispatchDue(
  deps: DispatchDeps,
  clock: () => Date,
  signal?: AbortSignal,
): Promise<number> {
  const sender = new Sender({
    db: deps.db,
    pipeline: deps.pipeline,
    clock,
    nudge: deps.nudge ?? new Nudge(),
    maxInFlight: deps.maxInFlight ?? MAX_IN_FLIGHT,
    perHost: deps.perHost ?? PER_HOST,
    attempt: (claim, writeSuccess) => attemptDelivery(deps, claim, clock, writeSuccess),
    onFault: (err) => deps.log.error({ err }, 'webhooks wait until the database answers again'),
  });
  return sender.run(signal);
}

/** When to look at a delivery, and the due time that the look is for. */
export interface Look {
  readonly at: Date;
  /** Undefined: the due time at that moment. */
  readonly dueAt: Date | undefined;
}

export interface WokenDelivery {
  readonly deliveryId: string;
  readonly dueAt: Date | undefined;
}

/** Another sender has it: look again when most exchanges are over. */
const LOOK_AFTER_OTHERS_MS = 5_000;
const SOONEST_MS = 1_000;
const LATEST_MS = 60_000;

/**
 * Sends one delivery if it is due and may be sent next. May be called repeatedly, late or without
 * need: only the claim decides what is sent.
 *
 * @returns when to look again; null when this run is done: the delivery has ended, or its schedule
 * has changed and another run was started for it
 */
export async function dispatchOne(
  deps: AttemptDeps,
  { deliveryId, dueAt }: WokenDelivery,
  clock: () => Date,
): Promise<Look | null> {
  const claim = await claimOne(deps.db, deliveryId, clock, deps.perHost ?? PER_HOST);
  if (claim && mayBegin(claim.attemptStartedAt, clock())) await attemptDelivery(deps, claim, clock);
  return nextLook(deps.db, deliveryId, claim ? undefined : dueAt, clock());
}

/** Whatever its merchant has in flight: the largest `integer` of PostgreSQL. */
const ANY_PLACE = 2 ** 31 - 1;

/**
 * Claims one delivery for this process to send, if it is due, its host has room and its payment has
 * no earlier event to send first.
 *
 * @param perHost the most attempts in flight of its merchant to its host, over all processes
 */
async function claimOne(
  db: Db,
  deliveryId: string,
  clock: () => Date,
  perHost: number,
): Promise<Claim | undefined> {
  await releaseExpired(db, clock());
  for (;;) {
    const picks = [{ id: deliveryId, place: ANY_PLACE }];
    const turn = { ends: [], picks, now: clock(), perHost };
    const { claims, contended } = await takeTurn(db, turn);
    if (contended.length === 0) return claims[0];
    await waitForHost(db, deliveryId);
  }
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
    .leftJoin(webhookHost, HOST_OF_DELIVERY)
    .where(eq(delivery.id, deliveryId));
  if (row?.status === 'delivering') {
    return { at: later(now, LOOK_AFTER_OTHERS_MS), dueAt: undefined };
  }
  const next = row?.nextAttemptAt;
  if (!next || (dueAt && next.getTime() !== dueAt.getTime())) return null;
  const closed = row.openUntil ?? next;
  const at = closed > next ? closed : next;
  return { at: at > now ? at : later(now, pauseMs(now, next)), dueAt: next };
}

/** Due, but its host has no room or its payment another attempt: look at growing intervals. */
function pauseMs(now: Date, due: Date): number {
  return Math.min(Math.max(now.getTime() - due.getTime(), SOONEST_MS), LATEST_MS);
}

const later = (now: Date, ms: number) => new Date(now.getTime() + ms);
