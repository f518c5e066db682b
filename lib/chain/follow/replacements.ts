import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { prepareStatement } from '@/db/prepare-statement';
import { transaction } from '@/db/schema/chain';
import type { Network } from '@/lib/domain/network';
import { type FoundTransaction, unconfirmedCondition } from './transactions';

/** `by` replaces our transaction `txid`, because it spends one of the same outputs. */
export interface Replacement {
  readonly txid: string;
  readonly by: string;
}

/** Returns, by spent outpoint, our transactions that a block above `fork` could replace. */
export async function spendersAboveFork(
  db: Db,
  network: Network,
  fork: number,
): Promise<Map<string, string>> {
  const rows = await db
    .select({ txid: transaction.txid, spends: transaction.spends })
    .from(transaction)
    .where(
      and(eq(transaction.network, network), or(unconfirmedCondition, gt(transaction.height, fork))),
    )
    .prepare('replaceable')
    .execute();
  return spendersByOutpoint(rows);
}

export function spendersByOutpoint(spenders: readonly FoundTransaction[]): Map<string, string> {
  return new Map(
    spenders.flatMap(({ txid, spends }) => spends.map((outpoint) => [outpoint, txid])),
  );
}

/** Returns, by outpoint, our unconfirmed transactions that count and spend these outpoints. */
export async function findSpenders(
  db: Db,
  network: Network,
  outpoints: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .select({ txid: transaction.txid, spends: transaction.spends })
    .from(transaction)
    .where(
      and(
        eq(transaction.network, network),
        unconfirmedCondition,
        sql`${transaction.spends} && ${sql.param([...outpoints])}::text[]`,
      ),
    )
    .prepare('spenders')
    .execute();
  return spendersByOutpoint(rows);
}

/** Records replaced transactions, which stop counting immediately. */
export async function recordReplacements(
  tx: Db,
  network: Network,
  replacements: readonly Replacement[],
  now: Date,
): Promise<void> {
  for (const { txid, by } of replacements) {
    await tx
      .update(transaction)
      .set({
        gone: true,
        replacedBy: by,
        missingSince: sql`coalesce(missing_since, ${now.toISOString()})`,
      })
      .where(
        and(
          eq(transaction.network, network),
          eq(transaction.txid, txid),
          isNull(transaction.height),
        ),
      );
  }
}

/** Newest blocks that are also searched for conflicts. A lagging server may not know them. */
const RECENT_BLOCKS = 6;

/**
 * Of our transactions that spend the same output, only one may count. A listed unconfirmed
 * transaction loses to a later one in the list, to one in a block, and to one recorded after the
 * list was made. If the winner has left the mempool, the next read corrects this.
 */
export async function dropConflictingTransactions(
  tx: Db,
  network: Network,
  txids: readonly string[],
  tipHeight: number,
  now: Date,
): Promise<void> {
  if (txids.length === 0) return;
  // A transaction that has returned may be listed twice, and must not conflict with itself.
  const listed = [...new Set(txids)];
  const below = tipHeight - RECENT_BLOCKS;
  await updateRivals(tx, { network, listed, below, tip: tipHeight, now: now.toISOString() });
}

const ofNetwork = sql`network = ${sql.placeholder('network')}`;
const listedTxids = sql`${sql.placeholder('listed')}::text[]`;

/**
 * The heights are listed one by one, because PostgreSQL may read a third of the table for a range
 * of heights.
 */
const updateRivals = prepareStatement(sql`
  with spent as (
    select txid, unnest(spends) as outpoint, listed.place from ${transaction}
    join unnest(${listedTxids}) with ordinality as listed(txid, place) using (txid)
    where ${ofNetwork} and height is null and not gone
  ),
  rival as (
    select txid, spends from ${transaction}
    where ${ofNetwork} and height is null and not gone and txid <> all(${listedTxids})
    union all
    select txid, spends from ${transaction}
    where ${ofNetwork} and not gone and height = any(array(
      select generate_series(${sql.placeholder('below')}::int + 1, ${sql.placeholder('tip')}::int)))
  ),
  dropped as (
    select spent.txid, min(taken.by) as by from spent
    join (
      select txid as by, unnest(spends) as outpoint, null as place from rival
      union all select txid, outpoint, place from spent
    ) taken using (outpoint)
    where taken.place is null or taken.place > spent.place
    group by spent.txid
  )
  update ${transaction} as one set gone = true, replaced_by = dropped.by,
    missing_since = coalesce(one.missing_since, ${sql.placeholder('now')}::timestamptz)
  from dropped where one.${ofNetwork} and one.txid = dropped.txid`);
