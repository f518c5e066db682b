import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { CLAIMED_AT, type Claim, claim, takeStatement } from './claim';
import { hasItsTurn, hostShare } from './claim-rules';
import { WAITING_HOSTS } from './waiting-hosts';

export interface ClaimBounds {
  /** At most so many claims. */
  readonly limit: number;
  /** At most so many tries in flight to one host, over all processes. */
  readonly perHost: number;
}

/** Takes deliveries that are due, for this process to try. */
export async function claimDue(db: Db, clock: () => Date, bounds: ClaimBounds): Promise<Claim[]> {
  if (bounds.limit <= 0) return [];
  return claim(db, clock, bounds.limit, (tx, values) => takeDue(tx, { ...bounds, ...values }));
}

const limit = sql`${sql.placeholder('limit')}::int`;

/**
 * Which deliveries go next. Each host gets its own share, whatever the others owe; a payment has
 * one try in flight, and its earlier events have their first try before later ones. Work depends
 * on what is due and on the number of hosts with anything pending, not on how much waits.
 */
const takeDue = takeStatement(sql`
    ${WAITING_HOSTS},
    busy as (
      select host, count(*) as tries from delivery where status = 'delivering' group by host
    ),
    share as (
      select w.host, ${hostShare(CLAIMED_AT, sql.placeholder('perHost'))} - coalesce(busy.tries, 0) as free
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
