import { eq, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { prepareStatement } from '@/db/prepare-statement';
import { chain } from '@/db/schema/chain';
import type { Network } from '@/lib/domain/network';
import type { BlockRef } from '../source';
import { blockRefOf, type CursorEpoch, StaleCursorError } from './cursor';
import type { Follower } from './ledger';

export interface FollowState {
  readonly cursor: BlockRef | undefined;
  /**
   * Whether the cursor is at the last recorded tip. False while new blocks are read, because a read
   * records the tip first.
   */
  readonly isSettled: boolean;
  readonly failing: boolean;
  readonly nextReadAt: Date | null;
}

export async function readFollowState(db: Db, network: Network): Promise<FollowState | undefined> {
  const [row] = await db
    .select({
      height: chain.height,
      hash: chain.hash,
      tipHash: chain.tipHash,
      failingSince: chain.failingSince,
      nextReadAt: chain.nextReadAt,
    })
    .from(chain)
    .where(eq(chain.network, network))
    .prepare('read state')
    .execute();
  if (!row) return undefined;
  const { hash, tipHash, failingSince, nextReadAt } = row;
  return {
    cursor: blockRefOf(row),
    isSettled: hash === tipHash,
    failing: failingSince !== null,
    nextReadAt,
  };
}

const answered = sql`answered_at = ${sql.placeholder('now')}::timestamptz,
  failures = 0, failing_since = null, last_error = null,
  next_read_at = ${sql.placeholder('nextReadAt')}::timestamptz`;

const updateAnswer = prepareStatement(sql`
  update ${chain} set ${answered} where network = ${sql.placeholder('network')}`);

/**
 * `read_at` never moves back: for a source that is read address by address, another process may
 * have recorded a later time. Only a time in the future, from a wrong clock, is replaced.
 */
const updateRead = prepareStatement(sql`
  update ${chain} set ${answered},
    read_at = greatest(
      case when read_at <= ${sql.placeholder('now')}::timestamptz then read_at end,
      ${sql.placeholder('readAt')}::timestamptz)
  where network = ${sql.placeholder('network')} and epoch = ${sql.placeholder('epoch')}::int
    and hash = ${sql.placeholder('hash')}
  returning network`);

export async function recordSourceSuccess(db: Db, follower: Follower): Promise<void> {
  await updateAnswer(db, answerOf(follower));
}

/**
 * Records that the source responded, and that the chain was read in full up to a time.
 *
 * @throws StaleCursorError when the epoch is over or the cursor has changed since the read began
 */
export async function recordFullRead(
  db: Db,
  follower: Follower,
  { number }: CursorEpoch,
  { hash }: BlockRef,
  readAt: Date,
): Promise<void> {
  const values = { ...answerOf(follower), epoch: number, hash, readAt: readAt.toISOString() };
  const moved = await updateRead(db, values);
  if (moved.length === 0) throw new StaleCursorError();
}

function answerOf({ network, source, clock }: Follower) {
  const now = clock();
  const { readEveryMs } = source;
  const next = readEveryMs ? new Date(now.getTime() + readEveryMs) : null;
  return { network, now: now.toISOString(), nextReadAt: next?.toISOString() ?? null };
}
