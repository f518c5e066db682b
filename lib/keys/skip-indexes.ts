import { eq, lte, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { wallet } from '@/db/schema/accounts';
import { Problem } from '@/lib/domain/problems';

/** Unhardened indexes are below 2^31 (BIP 32), and one must be left for the next payment. */
export const MAX_SKIP_INDEX = 2 ** 31 - 2;

export interface SkippedWallet {
  readonly id: string;
  readonly nextIndex: number;
}

const moved = { id: wallet.id, nextIndex: wallet.nextIndex };

/**
 * Skips a wallet's addresses below `index`, so that a restored database does not issue them a
 * second time. A higher next index is kept.
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
export async function skipAddressesInAllWallets(
  db: Db,
  count: number,
): Promise<readonly SkippedWallet[]> {
  return db
    .update(wallet)
    .set({ nextIndex: sql`${wallet.nextIndex} + ${count}::int` })
    .where(lte(wallet.nextIndex, MAX_SKIP_INDEX - count))
    .returning(moved);
}
