import { sql } from 'drizzle-orm';
import type { Db } from './client';

export interface ConnectionUse {
  readonly connections: number;
  readonly limit: number;
}

/**
 * Returns the usage of the limit with the fewest connections left: the server's limit for ordinary
 * users, the database's limit, or the user's limit.
 */
export async function connectionUse(db: Db): Promise<ConnectionUse> {
  const [nearest] = await db.execute<{ connections: number; limit: number }>(sql`
    select connections::int, "limit"::int
    from (
      select (select sum(numbackends) from pg_stat_database) as connections,
        current_setting('max_connections')::int
          - current_setting('superuser_reserved_connections')::int
          - coalesce(current_setting('reserved_connections', true)::int, 0) as "limit"
      union all
      select numbackends, datconnlimit
      from pg_stat_database join pg_database on pg_database.oid = datid
      where pg_database.datname = current_database() and datconnlimit >= 0
      union all
      select (select count(*) from pg_stat_activity where usename = current_user), rolconnlimit
      from pg_roles where rolname = current_user and rolconnlimit >= 0
    ) limits
    order by "limit" - connections
    limit 1`);
  if (!nearest) throw new Error('PostgreSQL always has max_connections');
  return nearest;
}
