import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { lockNumber } from '@/db/lock-number';
import { ENDS_WHEN_FROZEN, LOCKS } from '@/db/locks';
import { type Prepared, prepared } from '@/db/prepared';
import { delivery } from '@/db/schema/webhooks';
import { newId } from '@/lib/domain/ids';
import type { EventType } from '@/lib/domain/payment';
import { sealedSigningSecrets } from '@/lib/keys/signing-secrets';

/** Longer than any exchange: the sender of an attempt that is unfinished by then has crashed. */
export const LEASE_MS = 30_000;

/** Attempts in flight of one merchant to one host, over all processes. */
export const PER_HOST = 8;

/** An attempt for this process to make. It is recorded, and no other process makes it. */
export interface Claim {
  readonly attemptId: string;
  readonly deliveryId: string;
  readonly paymentId: string;
  readonly apiKeyId: string;
  readonly merchantId: string;
  readonly eventId: string;
  readonly eventType: EventType;
  readonly body: string;
  readonly url: string;
  readonly host: string;
  /** Number of this attempt, from 1. */
  readonly attempt: number;
  readonly startedAt: Date;
  /** The valid signing secrets of its key, newest first. */
  readonly sealedSecrets: readonly string[];
}

/** Claims the deliveries chosen by a statement of {@link takeStatement}. */
export type Take = (tx: Db, values: TakeValues) => Promise<readonly TakenRow[]>;

interface TakeValues {
  readonly now: string;
  readonly leaseUntil: string;
  /** The most deliveries to claim. */
  readonly attemptIds: readonly string[];
}

type TakenRow = Omit<Claim, 'startedAt'> & { readonly startedAt: string };

/**
 * Claims deliveries and records their attempts before any socket opens. Deliveries of crashed
 * senders are released first: their records stay unfinished, and they are due now.
 *
 * @param most the most deliveries to claim
 */
export async function claim(db: Db, clock: () => Date, most: number, take: Take): Promise<Claim[]> {
  return db.transaction(async (tx) => {
    await takeTurn(tx, { now: clock().toISOString() });
    const now = clock();
    const rows = await take(tx, {
      now: now.toISOString(),
      leaseUntil: new Date(now.getTime() + LEASE_MS).toISOString(),
      attemptIds: Array.from({ length: most }, () => newId('attempt')),
    });
    return rows.map(({ startedAt, ...row }) => ({ ...row, startedAt: new Date(startedAt) }));
  });
}

/** SQL of the time of the claim. */
export const CLAIMED_AT = sql`${sql.placeholder('now')}::timestamptz`;

/** Waits for the lock, then releases the deliveries of crashed senders. */
const takeTurn = prepared(sql`
  with turn as materialized (
    select ${ENDS_WHEN_FROZEN}, pg_advisory_xact_lock(${lockNumber(LOCKS.claims)})
  )
  update ${delivery} set status = 'pending', lease_until = null, next_attempt_at = ${CLAIMED_AT}
  where exists (select from turn) and status = 'delivering' and lease_until <= ${CLAIMED_AT}
`);

/**
 * A statement that claims deliveries for {@link claim}.
 *
 * @param chosen SQL for a `with recursive`, that ends with a table `chosen(id)` of pending
 *   deliveries whose rows it locks
 */
export function takeStatement(chosen: SQL): Prepared<TakenRow> {
  return prepared(sql`
    with recursive ${chosen},
    picked as (
      select id, (${sql.placeholder('attemptIds')}::text[])[row_number() over ()] as attempt_id
      from chosen
    ),
    taken as (
      update ${delivery} d set
        status = 'delivering', attempt = d.attempt + 1, next_attempt_at = null,
        lease_until = ${sql.placeholder('leaseUntil')}::timestamptz
      from picked p, webhook_event e
      where d.id = p.id and e.id = d.event_id
      returning d.id, d.payment_id, d.api_key_id, d.merchant_id, d.event_id, d.event_type, e.body,
        d.url, d.host, d.attempt, d.started_at, p.attempt_id
    ),
    recorded as (
      insert into delivery_attempt (id, delivery_id, number, started_at)
      select attempt_id, id, attempt, ${CLAIMED_AT} from taken
    )
    select attempt_id as "attemptId", id as "deliveryId", payment_id as "paymentId",
      api_key_id as "apiKeyId", merchant_id as "merchantId", event_id as "eventId", event_type as "eventType", body, url, host,
      attempt, started_at as "startedAt",
      ${sealedSigningSecrets(sql`taken.api_key_id`, CLAIMED_AT)} as "sealedSecrets"
    from taken
  `);
}
