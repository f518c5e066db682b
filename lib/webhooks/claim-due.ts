import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { CLAIMED_AT, type Claim, claim, takeStatement } from './claim';
import { WAITING_HOSTS } from './due';

export interface ClaimBounds {
  /** The most deliveries to claim. */
  readonly limit: number;
  /** Further ones, only for merchants without an attempt in flight: one for each. Default 0. */
  readonly reserve?: number;
  /** The most attempts in flight of one merchant to one host, over all processes. */
  readonly perHost: number;
}

/** Claims due deliveries for this process to send. */
export async function claimDue(db: Db, clock: () => Date, bounds: ClaimBounds): Promise<Claim[]> {
  const { limit, reserve = 0, perHost } = bounds;
  const most = limit + reserve;
  if (most <= 0) return [];
  return claim(db, clock, most, (tx, values) => takeDue(tx, { limit, most, perHost, ...values }));
}

/**
 * Claims one delivery for this process to send, if it is due, its host has room and its payment has
 * no earlier event to send first.
 *
 * @param perHost the most attempts in flight of its merchant to its host, over all processes
 */
export async function claimOne(
  db: Db,
  deliveryId: string,
  clock: () => Date,
  perHost: number,
): Promise<Claim | undefined> {
  const [mine] = await claim(db, clock, 1, (tx, values) =>
    takeOne(tx, { deliveryId, perHost, ...values }),
  );
  return mine;
}

/**
 * SQL of the attempts that a merchant may have in flight to a host: none while its breaker is open,
 * one while it is half open. Uses `h`, the row of webhook_host.
 */
function hostLimit(at: SQL, perHost: Placeholder): SQL {
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
function hasItsTurn(at: SQL): SQL {
  // A "case", since PostgreSQL may plan an "or" as a scan of everything pending.
  return sql`
    not exists (
      select from delivery e
      where e.payment_id = d.payment_id and case e.status
        when 'delivering' then true
        when 'pending' then (e.attempt = 0 or e.next_attempt_at <= ${at})
          and (e.sequence, e.id) < (d.sequence, d.id)
        else false
      end
    )`;
}

const limit = sql`${sql.placeholder('limit')}::int`;
const most = sql`${sql.placeholder('most')}::int`;

/**
 * The deliveries to send next, shared out among merchants: each place goes to the merchant with the
 * fewest attempts in flight. Each of its hosts gets its own share of these, whatever waits for
 * others; a payment has one attempt in flight, and its events get their first attempts in order.
 * The cost depends on due deliveries and on the number of hosts with pending ones, not on the
 * length of the queue.
 */
const takeDue = takeStatement(sql`
    ${WAITING_HOSTS},
    busy as (
      select merchant_id, host, count(*) as attempts from delivery
      where status = 'delivering' group by merchant_id, host
    ),
    share as (
      select merchant_id, host,
        ${hostLimit(CLAIMED_AT, sql.placeholder('perHost'))} - coalesce(busy.attempts, 0) as free
      from waiting_host
      left join webhook_host h using (merchant_id, host)
      left join busy using (merchant_id, host)
    ),
    due_host as (
      select s.*, count(*) over (partition by s.merchant_id) as hosts
      from share s
      -- One look into the index per host: "exists" may be planned as a read of all that is due.
      where s.free > 0 and ${CLAIMED_AT} >= (
        select d.next_attempt_at from delivery d
        where d.status = 'pending' and d.merchant_id = s.merchant_id and d.host = s.host
        order by d.next_attempt_at limit 1
      )
    ),
    candidate as (
      select c.id, c.next_attempt_at, s.merchant_id,
        row_number() over (partition by s.merchant_id, s.host order by c.next_attempt_at) as turn
      from due_host s
      cross join lateral (
        select d.id, d.next_attempt_at from delivery d
        where d.status = 'pending' and d.merchant_id = s.merchant_id and d.host = s.host
          and d.next_attempt_at <= ${CLAIMED_AT} and ${hasItsTurn(CLAIMED_AT)}
        order by d.next_attempt_at
        limit least(s.free, ceil(
          ${most} * 2.0 / s.hosts / (select count(distinct merchant_id) from due_host)
        ))::int
      ) c
    ),
    placed as (
      select id, next_attempt_at,
        coalesce(mine.attempts, 0)
          + row_number() over (partition by merchant_id order by turn, next_attempt_at) as place
      from candidate
      left join (
        select merchant_id, sum(attempts) as attempts from busy group by merchant_id
      ) mine using (merchant_id)
    ),
    ordered as (
      select id, place, row_number() over (order by place, next_attempt_at) as nth from placed
    ),
    chosen as (
      select id from delivery
      where status = 'pending' and next_attempt_at <= ${CLAIMED_AT} and id in (
        select id from ordered where nth <= ${limit} or place = 1
        -- The limit tells the planner that few rows come.
        order by nth limit ${most}
      )
      for update skip locked
    )
`);

const takeOne = takeStatement(sql`
  chosen as (
    select d.id from delivery d
    left join webhook_host h on h.merchant_id = d.merchant_id and h.host = d.host
    where d.id = ${sql.placeholder('deliveryId')}
      and d.status = 'pending' and d.next_attempt_at <= ${CLAIMED_AT}
      and ${hostLimit(CLAIMED_AT, sql.placeholder('perHost'))} > (
        select count(*) from delivery b
        where b.status = 'delivering' and b.merchant_id = d.merchant_id and b.host = d.host
      )
      and ${hasItsTurn(CLAIMED_AT)}
    for update of d skip locked
  )
`);
