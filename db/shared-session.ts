import type { Sql } from 'postgres';

/**
 * Whether two connections use the same session of PostgreSQL, as through a pooler in transaction
 * mode: what one of them sets, the other sees. A pooler with several sessions may hide it.
 */
export async function shareSession(one: Sql, other: Sql): Promise<boolean> {
  const [set] = await one<[{ mark: string }]>`
    select set_config('blocktally.session', clock_timestamp()::text, false) as mark`;
  const [seen] = await other<[{ mark: string | null }]>`
    select current_setting('blocktally.session', true) as mark`;
  return seen?.mark === set?.mark;
}
