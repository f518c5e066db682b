import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { prepareStatement } from '@/db/prepare-statement';
import type { EventDialect } from '@/db/schema/webhooks';
import { encryptedSecretsSql } from '@/lib/keys/signing-secrets';
import { endpointId } from '../endpoint-id';
import { EXCHANGE_LIMITS } from '../transport/progress';
import { WAITING_HOSTS } from './due';
import { DELIVERY_LEASE_MS } from './release';

/** Maximum age of a claim when its attempt begins. The lease then covers the whole exchange. */
export const MAX_CLAIM_AGE_MS =
  DELIVERY_LEASE_MS - EXCHANGE_LIMITS.totalMs - EXCHANGE_LIMITS.restMs;

/** Limit of a list of due deliveries. A process sends this many in about half a second. */
const MAX_READY = 2_048;

/** A due delivery, which this process may claim once it has a free slot for the host. */
export interface ReadyDelivery {
  readonly id: string;
  readonly merchantId: string;
  readonly host: string;
  /** Whether the host's breaker is half-open, and so allows only one attempt at a time. */
  readonly isProbe: boolean;
}

/** A claimed attempt. No other process makes it before the lease ends. */
export interface Claim {
  readonly deliveryId: string;
  readonly paymentId: string;
  readonly apiKeyId: string;
  readonly merchantId: string;
  readonly eventId: string;
  readonly eventType: string;
  /** The format of the event if it imitates another API; null for our own. */
  readonly dialect: EventDialect | null;
  readonly body: string;
  readonly eventCreatedAt: Date;
  readonly reference: string | null;
  readonly url: string;
  readonly host: string;
  readonly endpointId: string;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  readonly attemptStartedAt: Date;
  readonly startedAt: Date;
  /** Whether the host has failed since its last success. */
  readonly hostIsFailing: boolean;
  /**
   * The valid signing secrets, newest first: the API key's if the payment has this URL, the dialect
   * signer's for an event in another dialect, otherwise none.
   */
  readonly sealedSecrets: readonly string[];
  /**
   * The endpoint's own valid signing secrets, newest first; empty unless a member added the
   * endpoint.
   */
  readonly sealedEndpointSecrets: readonly string[];
}

const at = sql`${sql.placeholder('now')}::timestamptz`;

/**
 * Always true. Because of this condition, PostgreSQL expects one row and uses the index. A plan that
 * was made while the table was empty would otherwise read the whole table.
 */
export const isDeliveryIdSql = (id: SQL): SQL => sql`left(${id}, 4) = 'dlv_'`;

/**
 * Whether delivery `d` may be sent next for its payment and URL: no delivery of the same payment
 * and URL is in flight, and no earlier event waits for its first attempt or has an attempt due.
 */
// With `exists` instead of the scalar subquery, PostgreSQL may scan all deliveries. With `or`
// instead of `case`, it may scan all pending deliveries.
const isNextOfPayment = sql`
  (
    select true from delivery e
    where e.payment_id = d.payment_id and e.url = d.url and case e.status
      when 'delivering' then true
      when 'pending' then (e.attempt = 0 or e.next_attempt_at <= ${at})
        and (e.sequence, e.id) < (d.sequence, d.id)
      else false
    end
    limit 1
  ) is null`;

/** Whether a host's breaker allows attempts; `h` is the host's row of webhook_host. */
const isSendable: SQL = sql`coalesce(h.open_until <= ${at}, true)`;

/**
 * Lists due deliveries in fair order, without claiming them: each merchant's first delivery before
 * any merchant's second. Each merchant's hosts are ordered likewise. The cost grows with the hosts
 * that have pending deliveries, not with the queue.
 */
export function listReady(db: Db, now: Date): Promise<readonly ReadyDelivery[]> {
  return ready(db, { now: now.toISOString() });
}

const ready = prepareStatement<ReadyDelivery>(sql`
  with recursive ${WAITING_HOSTS},
  due_host as (
    select w.merchant_id, w.host, h.open_until is not null as "isProbe",
      count(*) over (partition by w.merchant_id) as hosts
    from waiting_host w
    left join webhook_host h using (merchant_id, host)
    -- Reads one index entry per host. With "exists", PostgreSQL may read all due deliveries.
    where ${isSendable} and ${at} >= (
      select d.next_attempt_at from delivery d
      where d.status = 'pending' and d.merchant_id = w.merchant_id and d.host = w.host
      order by d.next_attempt_at limit 1
    )
  ),
  due as (
    select c.id, h.merchant_id, h.host, h."isProbe",
      row_number() over (partition by h.merchant_id, h.host order by c.next_attempt_at) as nth_of_host
    from due_host h
    cross join lateral (
      select d.id, d.next_attempt_at from delivery d
      where d.status = 'pending' and d.merchant_id = h.merchant_id and d.host = h.host
        and d.next_attempt_at <= ${at} and ${isNextOfPayment}
      order by d.next_attempt_at
      limit ceil(${MAX_READY}::numeric / h.hosts / (select count(distinct merchant_id) from due_host))::int
    ) c
  ),
  ranked as (
    -- The order is random among equals, so that concurrent processes seldom choose the same rows.
    select due.*,
      row_number() over (partition by merchant_id order by nth_of_host, random()) as rank
    from due
  )
  select id, merchant_id as "merchantId", host, "isProbe" from ranked
  order by rank, random() limit ${MAX_READY}
`);

/**
 * Claims deliveries that are still due, and commits their attempts and leases. Skips deliveries
 * that another process has claimed or locked.
 *
 * @throws unique violation of `delivery_in_flight` if another process claims an event of the same
 *   payment and URL
 */
export async function claimDeliveries(
  db: Db,
  ids: readonly string[],
  now: Date,
): Promise<readonly Claim[]> {
  const rows = await claimAll(db, { ids: JSON.stringify(ids), now: now.toISOString() });
  // The rows are changed in place, because a copy would take several times the memory until the
  // attempt ends.
  return rows.map((row) =>
    Object.assign(row, {
      startedAt: new Date(row.startedAt),
      eventCreatedAt: new Date(row.eventCreatedAt),
      attemptStartedAt: now,
    }),
  );
}

type ClaimRow = Omit<Claim, 'startedAt' | 'eventCreatedAt' | 'attemptStartedAt'> & {
  readonly startedAt: string;
  readonly eventCreatedAt: string;
};

// Checks `next_attempt_at`, not `status`: with "status = 'pending'", PostgreSQL might read every
// pending delivery.
const claimAll = prepareStatement<ClaimRow>(sql`
  with chosen as materialized (
    select c.* from json_array_elements_text(${sql.placeholder('ids')}::json) as i(id)
    cross join lateral (
      select d.id, d.event_id from delivery d
      where d.id = i.id and d.next_attempt_at <= ${at} and ${isNextOfPayment} and coalesce((
        select ${isSendable} from webhook_host h
        where h.merchant_id = d.merchant_id and h.host = d.host
      ), true)
      for update of d skip locked
    ) c
    where ${isDeliveryIdSql(sql`i.id`)}
  ),
  claimed as (
    update delivery d set status = 'delivering', attempt = d.attempt + 1, next_attempt_at = null,
      attempt_started_at = ${at}
    from chosen c
    where d.id = c.id
    returning d.*
  )
  select c.id as "deliveryId", c.payment_id as "paymentId", c.api_key_id as "apiKeyId",
    c.merchant_id as "merchantId", c.event_id as "eventId", c.event_type as "eventType", e.body, e.dialect,
    e.created_at as "eventCreatedAt", p.reference, c.url, c.host, ${endpointId(sql`c.merchant_id`, sql`c.url`)} as "endpointId", c.attempt, c.started_at as "startedAt",
    coalesce((
      select h.last_failure_at is not null from webhook_host h
      where h.merchant_id = c.merchant_id and h.host = c.host
    ), false) as "hostIsFailing",
    case when e.dialect is not null then ${encryptedSecretsSql(sql`e.dialect ->> 'signer'`, at)}
      when p.webhook_url = c.url then ${encryptedSecretsSql(sql`c.api_key_id`, at)}
      else '{}' end as "sealedSecrets",
    case when e.dialect is null
      then ${encryptedSecretsSql(endpointId(sql`c.merchant_id`, sql`c.url`), at)}
      else '{}' end as "sealedEndpointSecrets"
  from claimed c
  cross join lateral (
    select body, created_at, dialect from webhook_event where id = c.event_id limit 1
  ) e
  cross join lateral (
    select reference, webhook_url from payment where id = c.payment_id limit 1
  ) p
`);
