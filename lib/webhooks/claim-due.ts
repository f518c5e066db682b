import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { CLAIMED_AT, type Claim, claim, takeStatement } from './claim';
import { WAITING_HOSTS } from './due';

export interface ClaimBounds {
  /** At most so many claims. */
  readonly limit: number;
  /** At most so many attempts in flight to one host, over all processes. */
  readonly perHost: number;
}

/** Takes deliveries that are due, for this process to send. */
export async function claimDue(db: Db, clock: () => Date, bounds: ClaimBounds): Promise<Claim[]> {
  if (bounds.limit <= 0) return [];
  return claim(db, clock, bounds.limit, (tx, values) => takeDue(tx, { ...bounds, ...values }));
}

/**
 * Takes one delivery for this process to send, by the rules that hold for all: it is due, its host
 * has room and its payment's turn has come.
 *
 * @param perHost at most so many attempts in flight to its host, over all processes
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
 * How many attempts a host may have in flight, by its breaker: none while open, one while half
 * open. Over `h`, its row of webhook_host.
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
 * Whether it is the turn of `d`, a delivery: its payment has no other attempt in flight, and no
 * earlier event of it waits for an attempt that is due or its first.
 */
function hasItsTurn(at: SQL): SQL {
  // A "case", since "or" can be planned as a read of everything that is pending.
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
 * Which deliveries go next. Each host gets its own share, whatever the others owe; a payment has
 * one attempt in flight, and its earlier events have their first attempt before later ones. Work
 * depends on what is due and on the number of hosts with anything pending, not on how much waits.
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
