import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { prepared } from '@/db/prepared';
import { transaction } from '@/db/schema/chain';
import { output, payment } from '@/db/schema/payments';
import { refund, refundOutput } from '@/db/schema/refunds';
import type { ScriptLookUp, WatchedScripts } from '@/lib/chain/source';
import type { Network } from '@/lib/domain/network';

const SCRIPTS_PER_PART = 200;

const network = sql`${sql.placeholder('network')}::text`;

const findCurrent = prepared<{ script: string; expiresAt: string | null; fromHeight: number }>(sql`
  with recent as (
    select txid from ${transaction} where network = ${network} and height is null and not gone
    union all
    select txid from ${transaction} where network = ${network}
      and height > ${sql.placeholder('aboveHeight')}::int
  )
  select script, min(expires_at) as "expiresAt", min(from_height) as "fromHeight" from (
    select script, case when status = 'pending' then expires_at end as expires_at,
      watch_from_height as from_height from ${payment} where network = ${network} and status in ('pending', 'detected')
    union all
    select ${payment.script}, null, watch_from_height from recent join ${output} using (txid)
      join ${payment} on ${payment.id} = ${output.paymentId} where ${output.network} = ${network}
    union all
    select script, null, 0 from recent join ${refundOutput} using (txid) where network = ${network}
    union all
    select unnest(script || former_scripts), null, watch_from_height from ${refund}
      where network = ${network} and status = 'ready'
  ) watched where script is not null group by script`);

/**
 * Returns the scripts of active payments and refunds, and of transactions that are unconfirmed or
 * in a block above this height.
 */
export async function currentScripts(
  db: Db,
  of: Network,
  aboveHeight: number,
): Promise<ScriptLookUp[]> {
  const rows = await findCurrent(db, { network: of, aboveHeight });
  return rows.map(({ script, expiresAt, fromHeight }) => ({
    script,
    fromHeight,
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
  }));
}

const findPart = prepared<{ id: string; scripts: string[]; fromHeight: number }>(sql`
  (select id, array[script] as scripts, watch_from_height as "fromHeight" from ${payment}
    where network = ${network} and id > ${sql.placeholder('after')}::text
    order by id limit ${SCRIPTS_PER_PART})
  union all
  (select id, array_remove(script || former_scripts, null), watch_from_height from ${refund}
    where network = ${network} and id > ${sql.placeholder('after')}::text
    order by id limit ${SCRIPTS_PER_PART})
  order by id limit ${SCRIPTS_PER_PART}`);

/** Returns scripts of all payments and refunds, part by part. */
export async function allScripts(
  db: Db,
  of: Network,
  after = '',
): ReturnType<WatchedScripts['all']> {
  const rows = await findPart(db, { network: of, after });
  const scripts = rows.flatMap((row) =>
    row.scripts.map((script) => ({ script, expiresAt: null, fromHeight: row.fromHeight })),
  );
  return { scripts, end: rows.length < SCRIPTS_PER_PART ? undefined : rows.at(-1)?.id };
}
