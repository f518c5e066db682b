import { and, eq, min, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { SET_IDLE_TIMEOUT_SQL } from '@/db/locks';
import { prepareStatement } from '@/db/prepare-statement';
import { block, chain, chainReorg } from '@/db/schema/chain';
import type { Network } from '@/lib/domain/network';
import type { BlockRef } from '../source';

/** One difficulty period. The operator must accept a reorg that is deeper. */
export const KEPT_BLOCKS = 2_016;

/** Permission to move a network's cursor. It ends when the next read begins, in any process. */
export interface CursorEpoch {
  readonly network: Network;
  readonly number: number;
}

/** Thrown to roll back a transaction, because another process took over or the chain changed. */
export class StaleCursorError extends Error {}

const insertEpoch = prepareStatement<{
  epoch: number;
  height: number | null;
  hash: string | null;
}>(sql`
  insert into ${chain} as c (network, epoch, tip_height, tip_hash)
  values (${sql.placeholder('network')}, 1, ${sql.placeholder('tipHeight')}::int,
    ${sql.placeholder('tipHash')})
  on conflict (network) do update set epoch = c.epoch + 1, tip_height = excluded.tip_height,
    tip_hash = excluded.tip_hash
  returning epoch, height, hash`);

/**
 * Begins an epoch and records the source's tip. Processes with an earlier epoch cannot commit any
 * more.
 */
export async function beginCursorEpoch(
  db: Db,
  network: Network,
  tip: BlockRef,
): Promise<{ epoch: CursorEpoch; cursor: BlockRef | undefined }> {
  const [row] = await insertEpoch(db, { network, tipHeight: tip.height, tipHash: tip.hash });
  if (!row) throw new Error('an upsert must return a row');
  return { epoch: { network, number: row.epoch }, cursor: blockRefOf(row) };
}

/**
 * Records the source's tip before its blocks are read. Until the cursor reaches this tip, pushed
 * transactions are rejected (follow-pushed-transactions.ts).
 */
export async function recordTip(
  db: Db,
  { network, number }: CursorEpoch,
  tip: BlockRef,
): Promise<void> {
  await db
    .update(chain)
    .set({ tipHeight: tip.height, tipHash: tip.hash })
    .where(and(eq(chain.network, network), eq(chain.epoch, number)));
}

/**
 * Records a reorg from the abandoned tip `from` to the new tip `to`. `fork` is the newest common
 * block.
 */
export async function recordReorg(
  tx: Db,
  network: Network,
  { from, fork, to }: { readonly from: BlockRef; readonly fork: BlockRef; readonly to: BlockRef },
  now: Date,
): Promise<void> {
  await tx.insert(chainReorg).values({
    network,
    at: now,
    forkHeight: fork.height,
    fromHeight: from.height,
    fromHash: from.hash,
    toHeight: to.height,
    toHash: to.hash,
  });
}

/**
 * Locks the cursor for the rest of the transaction.
 *
 * @throws StaleCursorError when the epoch is over or the cursor has changed since the read began
 */
export async function lockCursor(
  tx: Db,
  epoch: CursorEpoch,
  expected: BlockRef | undefined,
): Promise<void> {
  const row = await lockRow(tx, epoch.network);
  if (row?.epoch !== epoch.number || (row.hash ?? undefined) !== expected?.hash) {
    throw new StaleCursorError();
  }
}

async function lockRow(tx: Db, network: Network) {
  const { epoch, hash, tipHash } = chain;
  const [row] = await tx
    .select({ epoch, hash, tipHash, frozen: SET_IDLE_TIMEOUT_SQL })
    .from(chain)
    .where(eq(chain.network, network))
    .for('update')
    .prepare('lock cursor')
    .execute();
  return row;
}

/**
 * Locks the cursor in any epoch. No block can be connected until the transaction ends.
 *
 * @throws StaleCursorError when the cursor has moved, or a read has found a new tip
 */
export async function lockCursorAtTip(tx: Db, network: Network, expected: BlockRef): Promise<void> {
  const row = await lockRow(tx, network);
  if (row?.hash !== expected.hash || row.tipHash !== expected.hash) throw new StaleCursorError();
}

export async function readStoredBlockHash(
  db: Db,
  network: Network,
  height: number,
): Promise<string | undefined> {
  const [row] = await db
    .select({ hash: block.hash })
    .from(block)
    .where(and(eq(block.network, network), eq(block.height, height)));
  return row?.hash;
}

export async function lowestStoredHeight(db: Db, network: Network): Promise<number | undefined> {
  const [row] = await db
    .select({ height: min(block.height) })
    .from(block)
    .where(eq(block.network, network));
  return row?.height ?? undefined;
}

const replaceBlocks = prepareStatement(sql`
  with kept as (
    select * from jsonb_to_recordset(${sql.placeholder('blocks')}::jsonb)
      as k(height integer, hash text, time timestamptz)
  ),
  deleted as (
    delete from ${block} where network = ${sql.placeholder('network')}
      and (height > ${sql.placeholder('fork')}::int or height < ${sql.placeholder('lowest')}::int)
      and not exists (select from kept where kept.height = ${block.height})
  ),
  written as (
    insert into ${block} (network, height, hash, time)
    select ${sql.placeholder('network')}, height, hash, time from kept
    where height >= ${sql.placeholder('lowest')}::int
    on conflict (network, height) do update set hash = excluded.hash, time = excluded.time
  )
  update ${chain} set height = ${sql.placeholder('height')}::int, hash = ${sql.placeholder('hash')},
    block_time = ${sql.placeholder('time')}::timestamptz
  where network = ${sql.placeholder('network')}`);

/** Replaces the stored blocks above `fork` and moves the cursor to the last new block. */
export async function moveCursor(
  tx: Db,
  network: Network,
  fork: number,
  blocks: readonly (BlockRef & { readonly time: Date | null })[],
): Promise<void> {
  const tip = blocks.at(-1);
  if (!tip) throw new Error('a cursor must move by at least one block');
  await replaceBlocks(tx, {
    network,
    fork,
    lowest: tip.height - KEPT_BLOCKS + 1,
    blocks: JSON.stringify(blocks.map(({ height, hash, time }) => ({ height, hash, time }))),
    height: tip.height,
    hash: tip.hash,
    time: tip.time?.toISOString() ?? null,
  });
}

export function blockRefOf(row: {
  height: number | null;
  hash: string | null;
}): BlockRef | undefined {
  return row.height === null || row.hash === null
    ? undefined
    : { height: row.height, hash: row.hash };
}
