import { and, desc, eq, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { sandboxBlock } from '@/db/schema/sandbox';
import type { BlockRef } from '../../source';

/** A block's time must be after the median time of this many preceding blocks (BIP 113). */
const MEDIAN_SPAN = 11;

/** Must be the column alone, as in the condition of the partial index. */
export const onBestChainCondition = sql`${sandboxBlock.active}`;

export async function sandboxTip(db: Db): Promise<BlockRef | undefined> {
  const [tip] = await db
    .select({ height: sandboxBlock.height, hash: sandboxBlock.hash })
    .from(sandboxBlock)
    .where(onBestChainCondition)
    .orderBy(desc(sandboxBlock.height))
    .limit(1);
  return tip;
}

export async function requireTip(db: Db): Promise<BlockRef> {
  const tip = await sandboxTip(db);
  if (!tip) throw new Error('every change must start the sandbox first');
  return tip;
}

export async function sandboxHashAt(db: Db, height: number): Promise<string | undefined> {
  const [row] = await db
    .select({ hash: sandboxBlock.hash })
    .from(sandboxBlock)
    .where(and(onBestChainCondition, eq(sandboxBlock.height, height)));
  return row?.hash;
}

/** Returns the earliest time that is valid for the next block and is not before `now`. */
export async function nextBlockTime(db: Db, now: Date): Promise<Date> {
  const rows = await db
    .select({ time: sandboxBlock.time })
    .from(sandboxBlock)
    .where(onBestChainCondition)
    .orderBy(desc(sandboxBlock.height))
    .limit(MEDIAN_SPAN);
  const seconds = rows.map(({ time }) => time.getTime() / 1000).sort((a, b) => a - b);
  const median = seconds[Math.floor(seconds.length / 2)] ?? 0;
  return new Date(Math.max(Math.floor(now.getTime() / 1000), median + 1) * 1000);
}
