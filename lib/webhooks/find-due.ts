import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { type Prepared, prepared } from '@/db/prepared';
import { hasItsTurn, hostLimit, LEASE } from './claim';
import { WAITING_HOSTS } from './due';

/** A delivery that may be claimed as soon as its merchant and host have a free sender. */
export interface Candidate {
  readonly id: string;
  readonly merchantId: string;
  readonly host: string;
  /** The attempts that its merchant may have in flight to its host. */
  readonly hostLimit: number;
  /** Attempts in flight of other processes, to its host and of its merchant. */
  readonly othersToHost: number;
  readonly othersOfMerchant: number;
}

/** The most candidates of one look: what a process sends in about a second. */
const MOST = 2_048;

/**
 * Finds due deliveries in the order in which they may be claimed, without claiming any: the first of
 * each merchant before the second of any, counting those in flight. First releases the deliveries of
 * crashed senders.
 *
 * The cost depends on due deliveries and on the number of hosts with pending ones, not on the length
 * of the queue.
 *
 * @param mine the deliveries that this process has in flight
 */
export async function findDue(
  db: Db,
  clock: () => Date,
  { perHost, mine }: { readonly perHost: number; readonly mine: readonly string[] },
): Promise<Candidate[]> {
  const find = () => candidates(db, { now: clock().toISOString(), perHost, mine });
  const found = await find();
  if (found.every(({ expired }) => expired === 0)) return candidatesOf(found);
  await releaseExpired(db, clock());
  return candidatesOf(await find());
}

type FoundRow = { readonly expired: number } & (Candidate | { readonly id: null });

function candidatesOf(rows: readonly FoundRow[]): Candidate[] {
  return rows.filter((row): row is FoundRow & Candidate => row.id !== null);
}

/**
 * Releases the deliveries of crashed senders, which are due now unless their endpoint is paused. Their
 * attempts are recorded without an outcome.
 */
export async function releaseExpired(db: Db, now: Date): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  await db.execute(sql`
    with lost as materialized (
      select id, attempt, attempt_started_at from delivery
      where status = 'delivering' and attempt_started_at + ${LEASE} <= ${at}
      for update skip locked
    ),
    recorded as (
      insert into delivery_attempt (delivery_id, number, started_at)
      select id, attempt, attempt_started_at from lost
      on conflict (delivery_id, number) do nothing
    )
    update delivery d set status = 'pending', attempt_started_at = null,
      next_attempt_at = case when not held then ${at} end
    from lost where d.id = lost.id`);
}

const at = sql`${sql.placeholder('now')}::timestamptz`;

const candidates: Prepared<FoundRow> = prepared(sql`
  with recursive ${WAITING_HOSTS},
  -- Step by step: a bitmap scan would leave the index with an entry of each attempt since the last vacuum,
  -- and each turn would read them all.
  in_flight(payment_id, id, merchant_id, host, started_at) as (
    (
      select payment_id, id, merchant_id, host, attempt_started_at from delivery
      where status = 'delivering' order by payment_id limit 1
    )
    union all
    select next.* from in_flight f
    cross join lateral (
      select d.payment_id, d.id, d.merchant_id, d.host, d.attempt_started_at from delivery d
      where d.status = 'delivering' and d.payment_id > f.payment_id
      order by d.payment_id limit 1
    ) next
  ),
  busy as (
    select merchant_id, host, count(*) as attempts,
      count(*) filter (where id <> all(${sql.placeholder('mine')}::text[])) as others,
      count(*) filter (where started_at + ${LEASE} <= ${at}) as expired
    from in_flight group by merchant_id, host
  ),
  share as (
    select merchant_id, host, coalesce(busy.others, 0) as others,
      ${hostLimit(at, sql.placeholder('perHost'))} as host_limit
    from waiting_host
    left join webhook_host h using (merchant_id, host)
    left join busy using (merchant_id, host)
  ),
  due_host as (
    select s.*, count(*) over (partition by s.merchant_id) as hosts
    from share s
    -- One look into the index per host: "exists" may be planned as a read of all that is due.
    where s.host_limit > 0 and ${at} >= (
      select d.next_attempt_at from delivery d
      where d.status = 'pending' and d.merchant_id = s.merchant_id and d.host = s.host
      order by d.next_attempt_at limit 1
    )
  ),
  candidate as (
    select c.id, c.next_attempt_at, s.merchant_id, s.host, s.host_limit, s.others,
      row_number() over (partition by s.merchant_id, s.host order by c.next_attempt_at) as turn
    from due_host s
    cross join lateral (
      select d.id, d.next_attempt_at from delivery d
      where d.status = 'pending' and d.merchant_id = s.merchant_id and d.host = s.host
        and d.next_attempt_at <= ${at} and ${hasItsTurn(at)}
      order by d.next_attempt_at
      limit ceil(${MOST}::numeric / s.hosts / (select count(distinct merchant_id) from due_host))::int
    ) c
  ),
  placed as (
    select c.*, coalesce(mine.others, 0) as merchant_others,
      coalesce(mine.attempts, 0)
        + row_number() over (partition by merchant_id order by turn, next_attempt_at) as place
    from candidate c
    left join (
      select merchant_id, sum(attempts) as attempts, sum(others) as others
      from busy group by merchant_id
    ) mine using (merchant_id)
  ),
  ordered as (
    select *, row_number() over (order by place, next_attempt_at) as nth from placed
    order by nth limit ${MOST}
  )
  select coalesce((select sum(expired) from busy), 0)::int as expired,
    id, merchant_id as "merchantId", host, host_limit as "hostLimit",
    others::int as "othersToHost", merchant_others::int as "othersOfMerchant"
  from (select) always left join ordered on true
  order by nth
`);
