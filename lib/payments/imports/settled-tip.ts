import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { chain } from '@/db/schema/chain';
import { blockRefOf, lockCursorAtTip, StaleCursorError } from '@/lib/chain/follow/cursor';
import type { BlockRef } from '@/lib/chain/source';
import { type Network, networkEnvName } from '@/lib/domain/network';
import { Problem } from '@/lib/domain/problems';

const MAX_RETRIES = 5;
const RETRY_SECONDS = 60;

/**
 * Runs a transaction while no block can connect. The chain follower finds outputs to the committed
 * addresses from the next block on.
 *
 * @param prepare the work before the transaction, repeated if a block connects in the meantime
 * @throws Problem `network_unavailable` while the chain is not followed up to its tip
 */
export async function runAtSettledTip<Result>(
  db: Db,
  network: Network,
  prepare: (tip: BlockRef) => Promise<(tx: Db) => Promise<Result>>,
): Promise<Result> {
  for (let retries = 0; ; retries++) {
    const tip = await requireTip(db, network);
    const write = await prepare(tip);
    try {
      return await db.transaction(async (tx) => {
        await lockCursorAtTip(tx, network, tip);
        return write(tx);
      });
    } catch (error) {
      if (!(error instanceof StaleCursorError)) throw error;
      if (retries >= MAX_RETRIES) throw notFollowed(network);
    }
  }
}

/** @throws Problem `network_unavailable` while the chain is not followed up to its tip */
export async function requireTip(db: Db, network: Network): Promise<BlockRef> {
  const [row] = await db.select().from(chain).where(eq(chain.network, network));
  const cursor = row && blockRefOf(row);
  if (!cursor || row.tipHash !== cursor.hash || !row.readAt) throw notFollowed(network);
  return cursor;
}

function notFollowed(network: Network): Problem {
  return new Problem(
    'network_unavailable',
    `The chain of ${network} is not read up to its tip. Start the server with ${networkEnvName(network)}, and import once it has caught up.`,
    { retryAfterSeconds: RETRY_SECONDS },
  );
}
