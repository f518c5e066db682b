import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { prepareStatement } from '@/db/prepare-statement';
import { transaction } from '@/db/schema/chain';
import { output, payment } from '@/db/schema/payments';
import { refund, refundOutput } from '@/db/schema/refunds';
import type { ScriptLookUp, WatchedScriptReader } from '@/lib/chain/source';
import type { Network } from '@/lib/domain/network';

const network = sql`${sql.placeholder('network')}::text`;

interface CurrentRow extends Omit<ScriptLookUp, 'expiresAt'> {
  readonly expiresAt: string | null;
}

const findCurrent = prepareStatement<CurrentRow>(sql`
  with recent as (
    select txid, true as active from ${transaction}
      where network = ${network} and height is null and not gone
    union all
    select txid, false from ${transaction} where network = ${network}
      and height > ${sql.placeholder('aboveHeight')}::int
  )
  select script, bool_or(active) as "isActive", min(expires_at) as "expiresAt",
    min(from_height) as "fromHeight"
  from (
    select script, true as active, watch_from_height as from_height,
      case when status = 'pending' then expires_at end as expires_at
      from ${payment} where network = ${network} and status in ('pending', 'detected')
    union all
    select ${payment.script}, active, watch_from_height, null from recent
      join ${output} using (txid) join ${payment} on ${payment.id} = ${output.paymentId}
      where ${output.network} = ${network}
    union all
    select script, active, 0, null from recent join ${refundOutput} using (txid)
      where network = ${network}
    union all
    select unnest(script || former_scripts), true, watch_from_height, null from ${refund}
      where network = ${network} and status = 'ready'
  ) watched where script is not null group by script`);

/**
 * Returns the scripts of active payments and refunds, and the scripts of transactions that are
 * unconfirmed or in a block above this height.
 */
export async function currentScripts(
  db: Db,
  of: Network,
  aboveHeight: number,
): Promise<ScriptLookUp[]> {
  const rows = await findCurrent(db, { network: of, aboveHeight });
  return rows.map(({ expiresAt, ...row }) => ({
    ...row,
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
  }));
}

const findPart = prepareStatement<{ id: string; scripts: string[]; fromHeight: number }>(sql`
  (select id, array[script] as scripts, watch_from_height as "fromHeight" from ${payment}
    where network = ${network} and id > ${sql.placeholder('after')}::text
    order by id limit ${sql.placeholder('count')}::int)
  union all
  (select id, array_remove(script || former_scripts, null), watch_from_height from ${refund}
    where network = ${network} and id > ${sql.placeholder('after')}::text
    order by id limit ${sql.placeholder('count')}::int)
  order by id limit ${sql.placeholder('count')}::int`);

/**
 * Returns the scripts of up to `count` payments and refunds, in the order of their ids.
 *
 * @param after the last id of the previous call
 */
export async function allScripts(
  db: Db,
  of: Network,
  after: string | undefined,
  count: number,
): ReturnType<WatchedScriptReader['all']> {
  const rows = await findPart(db, { network: of, after: after ?? '', count });
  const scripts = rows.flatMap(({ scripts: found, fromHeight }) =>
    found.map((script) => ({ script, isActive: false, expiresAt: null, fromHeight })),
  );
  return { scripts, end: rows.length < count ? undefined : rows.at(-1)?.id };
}
