import { and, eq, gt, isNotNull, max, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { isAmong } from '@/db/is-among';
import { prepareStatement } from '@/db/prepare-statement';
import { refund, refundOutput } from '@/db/schema/refunds';
import { scriptToAddress } from '@/lib/bitcoin/address';
import type { FoundOutput, UnsearchedAddress, WatchedScript } from '@/lib/chain/follow/ledger';
import type { WatchedAddress } from '@/lib/chain/source';
import type { Network } from '@/lib/domain/network';
import { recomputeRefundsOfScripts } from './settle-refunds';

/** Time for which addresses are looked up one by one. Later outputs are still found in blocks. */
const LOOKED_UP_FOR_MS = 14 * 86_400_000;
const BEING_PAID_FOR_MS = 3_600_000;
const MAX_LOOKED_UP = 200;

/**
 * A refund that changed after this time counts as being paid, because a member who pays a refund
 * has just changed it.
 */
export const refundActivityCutoff = (now: Date) => new Date(now.getTime() - BEING_PAID_FOR_MS);

/**
 * An output to a script of several refunds counts for all of them if it is newer than one of them.
 */
const findScripts = prepareStatement<WatchedScript>(sql`
  with wanted as (
    select distinct script from string_to_table(${sql.placeholder('scripts')}::text, ',') script
  )
  select distinct script, null as "paymentId",
    watch_from_height as "watchFromHeight", watch_after_hash as "watchAfterHash"
  from (
    select script, watch_from_height, watch_after_hash from wanted join ${refund} using (script)
    where network = ${sql.placeholder('network')}
    union all
    select wanted.script, watch_from_height, watch_after_hash
    from ${refund}, unnest(former_scripts) former join wanted on wanted.script = former
    where network = ${sql.placeholder('network')} and former_scripts <> '{}'
  ) watched
  order by script, watch_from_height`);

/** Returns the scripts in a comma-separated list that are a refund's present or former address. */
export async function findRefundScripts(
  db: Db,
  network: Network,
  scripts: string,
): Promise<readonly WatchedScript[]> {
  return findScripts(db, { network, scripts });
}

/** Ignores outputs that are already recorded. */
export async function recordRefundOutputs(
  tx: Db,
  network: Network,
  outputs: readonly FoundOutput[],
): Promise<void> {
  const rows = outputs.map(({ txid, vout, sats, script }) => ({
    network,
    txid,
    vout,
    sats,
    script,
  }));
  await tx.insert(refundOutput).values(rows).onConflictDoNothing();
}

/** Returns the refund addresses that a source looks up one by one. */
export async function listOpenRefunds(
  db: Db,
  network: Network,
  now: Date,
): Promise<readonly WatchedAddress[]> {
  const rows = await db
    .select({
      address: refund.address,
      script: refund.script,
      formerScripts: refund.formerScripts,
      since: refund.updatedAt,
    })
    .from(refund)
    .where(
      and(
        eq(refund.network, network),
        eq(refund.status, 'ready'),
        gt(refund.updatedAt, new Date(now.getTime() - LOOKED_UP_FOR_MS)),
      ),
    )
    .orderBy(sql`${refund.updatedAt} desc`)
    .limit(MAX_LOOKED_UP);
  return rows.flatMap(({ address, script, formerScripts, since }) => {
    const former = formerScripts.map((one) => ({
      script: one,
      address: scriptToAddress(one, network) ?? null,
    }));
    return [{ address, script }, ...former].flatMap((one) =>
      one.address !== null && one.script !== null
        ? [
            {
              address: one.address,
              script: one.script,
              since,
              expiresAt: null,
              viewed: since > refundActivityCutoff(now),
            },
          ]
        : [],
    );
  });
}

/** Returns the refund addresses for which the mempool has not been searched yet. */
export async function listNewRefundScripts(db: Db, network: Network): Promise<UnsearchedAddress[]> {
  const rows = await db
    .select({ script: refund.script, formerScripts: refund.formerScripts })
    .from(refund)
    .where(and(eq(refund.network, network), eq(refund.isNewAddress, true)));
  const scripts = rows.flatMap(({ script, formerScripts }) => [script ?? [], formerScripts].flat());
  return [...new Set(scripts)].map((script) => ({ paymentId: null, script }));
}

/**
 * Records that the mempool was searched for these addresses, and recomputes their refunds, because
 * outputs may already be recorded for another refund with the same address.
 */
export async function recordMempoolSearch(
  tx: Db,
  network: Network,
  scripts: readonly string[],
  tipHeight: number,
  now: Date,
): Promise<void> {
  const settled = await recomputeRefundsOfScripts(tx, network, scripts, tipHeight, now);
  await tx
    .update(refund)
    .set({ isNewAddress: false })
    .where(
      and(
        isAmong(refund.id, settled),
        eq(refund.isNewAddress, true),
        isAmong(refund.script, scripts),
      ),
    );
}

/** Returns the height of the highest past block to search for refunds paid earlier. */
export async function refundSearchHeight(db: Db, network: Network): Promise<number | undefined> {
  const [row] = await db
    .select({ height: max(refund.searchHeight) })
    .from(refund)
    .where(and(eq(refund.network, network), isNotNull(refund.searchHeight)));
  return row?.height ?? undefined;
}

/**
 * Continues the searches at block `height` one block lower, because this block was searched. Null
 * ends all searches.
 */
export async function advancePastBlockSearch(
  tx: Db,
  network: Network,
  height: number | null,
): Promise<void> {
  const isLast = sql`${refund.searchHeight} <= ${refund.watchFromHeight}`;
  await tx
    .update(refund)
    .set({
      searchHeight:
        height === null ? null : sql`case when not ${isLast} then ${refund.searchHeight} - 1 end`,
    })
    .where(
      and(
        eq(refund.network, network),
        height === null ? isNotNull(refund.searchHeight) : eq(refund.searchHeight, height),
      ),
    );
}
