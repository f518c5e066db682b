import { and, eq, inArray, lte, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { delivery, deliveryAttempt, webhookEvent } from '@/db/schema/webhooks';
import { newId } from '@/lib/domain/ids';
import type { EventType } from '@/lib/domain/payment';
import { WAITING_HOSTS } from './waiting-hosts';

/** Longer than any exchange: a try that is still unfinished then has lost its sender. */
export const LEASE_MS = 30_000;

/** Any number that nothing else locks: one claim at a time sees all that is in flight. */
const CLAIM_LOCK = 7_270_012;

/** One try that this process must make: it is on record, and no other process will make it. */
export interface Claim {
  readonly attemptId: string;
  readonly deliveryId: string;
  readonly paymentId: string;
  readonly apiKeyId: string;
  readonly eventId: string;
  readonly eventType: EventType;
  readonly body: string;
  readonly url: string;
  readonly host: string;
  /** Number of this try, from 1. */
  readonly attempt: number;
  readonly startedAt: Date;
}

export interface ClaimBounds {
  /** At most so many claims. */
  readonly limit: number;
  /** At most so many tries in flight to one host, over all processes. */
  readonly perHost: number;
}

/**
 * Takes deliveries that are due and writes the tries to be made, before any socket opens. Tries
 * whose sender died go back first: their record stays unfinished, and the delivery is due now.
 */
export async function claimDue(db: Db, now: Date, bounds: ClaimBounds): Promise<Claim[]> {
  if (bounds.limit <= 0) return [];
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${CLAIM_LOCK})`);
    await reclaimExpired(tx, now);
    const ids = await pickDue(tx, now, bounds);
    if (ids.length === 0) return [];
    const rows = await tx
      .update(delivery)
      .set({
        status: 'delivering',
        attempt: sql`${delivery.attempt} + 1`,
        nextAttemptAt: null,
        leaseUntil: new Date(now.getTime() + LEASE_MS),
      })
      .from(webhookEvent)
      .where(and(inArray(delivery.id, ids), eq(webhookEvent.id, delivery.eventId)))
      .returning({
        deliveryId: delivery.id,
        paymentId: delivery.paymentId,
        apiKeyId: delivery.apiKeyId,
        eventId: delivery.eventId,
        eventType: delivery.eventType,
        body: webhookEvent.body,
        url: delivery.url,
        host: delivery.host,
        attempt: delivery.attempt,
        startedAt: delivery.startedAt,
      });
    const claims = rows.map((row) => ({ ...row, attemptId: newId('attempt') }));
    await tx.insert(deliveryAttempt).values(
      claims.map((claim) => ({
        id: claim.attemptId,
        deliveryId: claim.deliveryId,
        number: claim.attempt,
        startedAt: now,
      })),
    );
    return claims;
  });
}

async function reclaimExpired(tx: Db, now: Date): Promise<void> {
  await tx
    .update(delivery)
    .set({ status: 'pending', leaseUntil: null, nextAttemptAt: now })
    .where(and(eq(delivery.status, 'delivering'), lte(delivery.leaseUntil, now)));
}

/**
 * Which deliveries go next. Each host gets its own share, whatever the others owe: none while its
 * breaker is open, one while it is half open. A payment has one try in flight, and its earlier
 * events have their first try before later ones. Work depends on what is due and on the number of
 * hosts with anything pending, not on how much waits.
 */
async function pickDue(tx: Db, now: Date, { limit, perHost }: ClaimBounds): Promise<string[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const rows = await tx.execute<{ id: string }>(sql`
    with recursive ${WAITING_HOSTS},
    busy as (
      select host, count(*) as tries from delivery where status = 'delivering' group by host
    ),
    share as (
      select w.host,
        case
          when h.open_until is null then ${perHost}::int
          when h.open_until <= ${at} then 1
          else 0
        end - coalesce(busy.tries, 0) as free
      from waiting_host w
      left join webhook_host h on h.host = w.host
      left join busy on busy.host = w.host
    ),
    due_host as (
      select s.host, least(s.free, ceil(${limit}::int * 2.0 / count(*) over ())) as rows
      from share s
      where s.free > 0 and exists (
        select from delivery d
        where d.status = 'pending' and d.host = s.host and d.next_attempt_at <= ${at}
      )
    ),
    candidate as (
      select c.id, c.next_attempt_at,
        row_number() over (partition by s.host order by c.next_attempt_at) as turn
      from due_host s
      cross join lateral (
        select d.id, d.next_attempt_at from delivery d
        where d.status = 'pending' and d.host = s.host and d.next_attempt_at <= ${at}
          and not exists (
            select from delivery e
            where e.payment_id = d.payment_id and (
              e.status = 'delivering'
              or (
                e.status = 'pending' and (e.attempt = 0 or e.next_attempt_at <= ${at})
                and (e.sequence, e.id) < (d.sequence, d.id)
              )
            )
          )
        order by d.next_attempt_at
        limit s.rows::int
      ) c
    )
    select id from delivery
    where status = 'pending' and next_attempt_at <= ${at}
      and id in (select id from candidate order by turn, next_attempt_at limit ${limit})
    for update skip locked
  `);
  return rows.map((row) => row.id);
}
