import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { prepared } from '@/db/prepared';
import { transaction } from '@/db/schema/chain';
import type { Network } from '@/lib/domain/network';
import { type FoundTransaction, isWaiting } from './transactions';

/** A transaction of ours in conflict with another one that spends the same output. */
export interface Replacement {
  readonly txid: string;
  readonly by: string;
}

/** Outpoint → our transaction that spends it, for all that a block above `fork` could replace. */
export async function replaceable(
  db: Db,
  network: Network,
  fork: number,
): Promise<Map<string, string>> {
  const rows = await db
    .select({ txid: transaction.txid, spends: transaction.spends })
    .from(transaction)
    .where(and(eq(transaction.network, network), or(isWaiting, gt(transaction.height, fork))))
    .prepare('replaceable')
    .execute();
  return byOutpoint(rows);
}

/** Outpoint → the transaction that spends it. */
export function byOutpoint(spenders: readonly FoundTransaction[]): Map<string, string> {
  return new Map(
    spenders.flatMap(({ txid, spends }) => spends.map((outpoint) => [outpoint, txid])),
  );
}

/** Outpoint → our unconfirmed transaction that counts and spends it, for any of these outpoints. */
export async function spendersOf(
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
        isWaiting,
        sql`${transaction.spends} && ${sql.param([...outpoints])}::text[]`,
      ),
    )
    .prepare('spenders')
    .execute();
  return byOutpoint(rows);
}

/** A replaced transaction stops counting immediately, since its replacement was seen. */
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

/** How deep a rival may be that a server behind the others does not know of. */
const RECENT_BLOCKS = 6;

/**
 * Of these listed unconfirmed transactions, those stop counting whose outpoints another one of ours
 * spends: one that is listed after it, as of a source that is read piece by piece, or one that is not
 * listed and counts, since it is in a block, or was recorded since the list was made. If the rival has
 * left the mempool, the next read brings them back.
 */
export async function dropRivals(
  tx: Db,
  network: Network,
  txids: readonly string[],
  tipHeight: number,
  now: Date,
): Promise<void> {
  if (txids.length === 0) return;
  // Each once, or it would be its own rival: one that returns may be read again, too.
  const listed = [...new Set(txids)];
  const below = tipHeight - RECENT_BLOCKS;
  await updateRivals(tx, { network, listed, below, tip: tipHeight, now: now.toISOString() });
}

const ofNetwork = sql`network = ${sql.placeholder('network')}`;
const listedTxids = sql`${sql.placeholder('listed')}::text[]`;

/** With the heights one by one: of a range PostgreSQL may expect a third of the table, and read it. */
const updateRivals = prepared(sql`
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
