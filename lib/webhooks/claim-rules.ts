import { type Placeholder, type SQL, sql } from 'drizzle-orm';

/**
 * How many tries a host may have in flight, by its breaker: none while open, one while half open.
 * Over `h`, its row of webhook_host.
 */
export function hostShare(at: SQL, perHost: Placeholder): SQL {
  return sql`
    case
      when h.open_until is null then ${perHost}::int
      when h.open_until <= ${at} then 1
      else 0
    end`;
}

/**
 * Whether it is the turn of `d`, a delivery: its payment has no other try in flight, and no
 * earlier event of it waits for a try that is due or its first.
 */
export function hasItsTurn(at: SQL): SQL {
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
