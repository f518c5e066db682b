import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { EventType } from '@/lib/domain/event-types';
import { EXCHANGE_LIMITS } from './exchange-limits';

/** Longer than any exchange: the sender of an attempt that still runs by then has crashed. */
export const LEASE_MS = 30_000;

/** How old a claim may be when its attempt begins: the whole exchange is within its lease. */
export const STARTS_WITHIN_MS = LEASE_MS - EXCHANGE_LIMITS.totalMs - EXCHANGE_LIMITS.restMs;

/** Whether an attempt that was claimed may begin. Another is left to its lease, which could end during its exchange. */
export function mayBegin(claimedAt: Date, now: Date): boolean {
  return now.getTime() - claimedAt.getTime() < STARTS_WITHIN_MS;
}

/** {@link LEASE_MS} in SQL. */
export const LEASE = sql.raw(`interval '${LEASE_MS} ms'`);

/** Attempts in flight of one merchant to one host, over all processes. */
export const PER_HOST = 8;

/** An attempt for this process to make: its delivery says so, and no other process makes it. */
export interface Claim {
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
  readonly attemptStartedAt: Date;
  /** Start of the retry schedule of its delivery. */
  readonly startedAt: Date;
  /** The valid signing secrets of its key, newest first. */
  readonly sealedSecrets: readonly string[];
}

/**
 * SQL of the attempts that a merchant may have in flight to a host: none while its breaker is open,
 * one while it is half open. Uses `h`, the row of webhook_host.
 */
export function hostLimit(at: SQL, perHost: SQL | Placeholder): SQL {
  return sql`
    case
      when h.open_until is null then ${perHost}::int
      when h.open_until <= ${at} then 1
      else 0
    end`;
}

/**
 * SQL of whether delivery `d` may be sent next for its payment: no other attempt of the payment is
 * in flight, and no earlier event waits for its first attempt or for one that is due.
 */
export function hasItsTurn(at: SQL): SQL {
  // A value and not an "exists", which PostgreSQL may plan as a scan of all deliveries; and a "case",
  // since it may plan an "or" as a scan of everything pending.
  return sql`
    (
      select true from delivery e
      where e.payment_id = d.payment_id and case e.status
        when 'delivering' then true
        when 'pending' then (e.attempt = 0 or e.next_attempt_at <= ${at})
          and (e.sequence, e.id) < (d.sequence, d.id)
        else false
      end
      limit 1
    ) is null`;
}
