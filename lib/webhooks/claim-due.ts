import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { CLAIMED_AT, type Claim, claim, takeStatement } from './claim';
import { WAITING_HOSTS } from './due';

export interface ClaimBounds {
  /** The most deliveries to claim. */
  readonly limit: number;
  /** The most attempts in flight to one host, over all processes. */
  readonly perHost: number;
}

/** Claims due deliveries for this process to send. */
export async function claimDue(db: Db, clock: () => Date, bounds: ClaimBounds): Promise<Claim[]> {
  if (bounds.limit <= 0) return [];
  return claim(db, clock, bounds.limit, (tx, values) => takeDue(tx, { ...bounds, ...values }));
}

/**
 * Claims one delivery for this process to send, if it is due, its host has room and its payment has
 * no earlier event to send first.
 *
 * @param perHost the most attempts in flight to its host, over all processes
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
 * SQL of the attempts that a host may have in flight: none while its breaker is open, one while it
 * is half open. Uses `h`, its row of webhook_host.
 */
function hostShare(at: SQL, perHost: Placeholder): SQL {
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

/**
 * The deliveries to send next. Each host gets its own share, whatever waits for others; a payment
 * has one attempt in flight, and its events get their first attempts in order. The cost depends on
 * due deliveries and on the number of hosts with pending ones, not on the length of the queue.
 */
const takeDue = takeStatement(sql`
    ${WAITING_HOSTS},
    busy as (
      select host, count(*) as attempts from delivery where status = 'delivering' group by host
    ),
    share as (
      select w.host,
        ${hostShare(CLAIMED_AT, sql.placeholder('perHost'))} - coalesce(busy.attempts, 0) as free
      from waiting_host w
      left join webhook_host h on h.host = w.host
      left join busy on busy.host = w.host
    ),
    due_host as (
      select s.host, least(s.free, ceil(${limit} * 2.0 / count(*) over ())) as rows
      from share s
      -- One look into the index per host: "exists" may be planned as a read of all that is due.
      where s.free > 0 and ${CLAIMED_AT} >= (
        select d.next_attempt_at from delivery d
        where d.status = 'pending' and d.host = s.host
        order by d.next_attempt_at limit 1
      )
    ),
    candidate as (
      select c.id, c.next_attempt_at,
        row_number() over (partition by s.host order by c.next_attempt_at) as turn
      from due_host s
      cross join lateral (
        select d.id, d.next_attempt_at from delivery d
        where d.status = 'pending' and d.host = s.host and d.next_attempt_at <= ${CLAIMED_AT}
          and ${hasItsTurn(CLAIMED_AT)}
        order by d.next_attempt_at
        limit s.rows::int
      ) c
    ),
    chosen as (
      select id from delivery
      where status = 'pending' and next_attempt_at <= ${CLAIMED_AT}
        and id in (select id from candidate order by turn, next_attempt_at limit ${limit})
      for update skip locked
    )
`);

const takeOne = takeStatement(sql`
  chosen as (
    select d.id from delivery d
    left join webhook_host h on h.host = d.host
    where d.id = ${sql.placeholder('deliveryId')}
      and d.status = 'pending' and d.next_attempt_at <= ${CLAIMED_AT}
      and ${hostShare(CLAIMED_AT, sql.placeholder('perHost'))} > (
        select count(*) from delivery b where b.status = 'delivering' and b.host = d.host
      )
      and ${hasItsTurn(CLAIMED_AT)}
    for update of d skip locked
  )
`);
