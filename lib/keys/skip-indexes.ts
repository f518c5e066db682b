import { eq, lte, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { wallet } from '@/db/schema/accounts';
import { Problem } from '@/lib/domain/problems';

/** BIP 32: an index that is not hardened is below 2^31. One is left for the payment after it. */
export const HIGHEST_INDEX = 2 ** 31 - 2;

export interface MovedWallet {
  readonly id: string;
  /** Of the next address that is handed out. */
  readonly nextIndex: number;
}

const moved = { id: wallet.id, nextIndex: wallet.nextIndex };

/**
 * Leaves out a wallet's addresses below `index`: what a database restored from a backup would hand
 * out next was handed out before. Never goes back: a wallet that is further stays where it is.
 *
 * @throws Problem `not_found`
 */
export async function skipToIndex(db: Db, walletId: string, index: number): Promise<MovedWallet> {
  const [row] = await db
    .update(wallet)
    .set({ nextIndex: sql`greatest(${wallet.nextIndex}, ${index}::int)` })
    .where(eq(wallet.id, walletId))
    .returning(moved);
  if (!row) throw new Problem('not_found', 'There is no wallet with this id.');
  return row;
}

/** Leaves out the next `count` addresses of every wallet. A wallet near its end stays. */
export async function skipOfEach(db: Db, count: number): Promise<readonly MovedWallet[]> {
  return db
    .update(wallet)
    .set({ nextIndex: sql`${wallet.nextIndex} + ${count}::int` })
    .where(lte(wallet.nextIndex, HIGHEST_INDEX - count))
    .returning(moved);
}
