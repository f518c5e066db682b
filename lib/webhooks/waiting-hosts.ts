import { sql } from 'drizzle-orm';

/**
 * The hosts with anything pending, as a table `waiting_host(host)` for a `with recursive`: one
 * step of the index delivery_due per host, however many deliveries wait for each.
 */
export const WAITING_HOSTS = sql`
  hop(host) as (
    (select host from delivery where status = 'pending' order by host limit 1)
    union all
    select (
      select d.host from delivery d
      where d.status = 'pending' and d.host > hop.host
      order by d.host limit 1
    )
    from hop where hop.host is not null
  ),
  waiting_host as (select host from hop where host is not null)
`;
