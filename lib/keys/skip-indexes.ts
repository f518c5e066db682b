import { eq, lte, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { wallet } from '@/db/schema/accounts';
import { Problem } from '@/lib/domain/problems';

/**
 * The highest index to skip to. Unhardened indexes are below 2^31 (BIP 32), and the next payment
 * needs one.
 */
export const MAX_SKIP_INDEX = 2 ** 31 - 2;

export interface SkippedWallet {
  readonly id: string;
  /** Index of the next address to issue. */
  readonly nextIndex: number;
}

const moved = { id: wallet.id, nextIndex: wallet.nextIndex };

/**
 * Skips a wallet's addresses below `index`. Otherwise, a database restored from a backup would
 * issue addresses a second time. A wallet with a higher next index is not changed.
 *
 * @throws Problem `not_found`
 */
export async function skipToIndex(db: Db, walletId: string, index: number): Promise<SkippedWallet> {
  const [row] = await db
    .update(wallet)
    .set({ nextIndex: sql`greatest(${wallet.nextIndex}, ${index}::int)` })
    .where(eq(wallet.id, walletId))
    .returning(moved);
  if (!row) throw new Problem('not_found', 'There is no wallet with this id.');
  return row;
}

/** Skips the next `count` addresses of every wallet, except wallets near their last index. */
export async function skipAllWallets(db: Db, count: number): Promise<readonly SkippedWallet[]> {
  return db
    .update(wallet)
    .set({ nextIndex: sql`${wallet.nextIndex} + ${count}::int` })
    .where(lte(wallet.nextIndex, MAX_SKIP_INDEX - count))
    .returning(moved);
}
