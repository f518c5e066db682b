import { and, eq, exists, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey, wallet } from '@/db/schema/accounts';
import { MAX_INDEX } from '@/lib/bitcoin/derivation-path';
import { addressesOf } from '@/lib/bitcoin/derive';
import { type KeyPath, keyPaths } from '@/lib/bitcoin/key-paths';
import { type Actor, maySeeWholeWallet } from '@/lib/domain/actor';
import type { Network } from '@/lib/domain/network';
import { Problem } from '@/lib/domain/problems';
import { visibleTo } from './key-conditions';

/** An address of a wallet, to compare with the device that has its keys. */
export interface WalletAddress {
  readonly network: Network;
  readonly kind: string;
  readonly index: number;
  readonly address: string;
  readonly keys: readonly KeyPath[];
  readonly nextIndex: number;
  /** The largest index that the actor may see. */
  readonly lastIndex: number;
}

/**
 * Derives the address of a wallet at an index, whether or not a payment has it. Stores nothing of it.
 *
 * @throws Problem `not_found`, also for a wallet without a key that the actor may see; `forbidden` for
 *   a viewer beyond the first addresses
 */
export async function walletAddress(
  db: Db,
  actor: Actor,
  walletId: string,
  index: number,
): Promise<WalletAddress> {
  const ownKey = db
    .select({ one: sql`1` })
    .from(apiKey)
    .where(and(eq(apiKey.walletId, wallet.id), visibleTo(actor)));
  const [row] = await db
    .select()
    .from(wallet)
    .where(and(eq(wallet.id, walletId), exists(ownKey)));
  if (!row) throw new Problem('not_found', 'There is no wallet with this id.');
  const lastIndex = maySeeWholeWallet(actor) ? MAX_INDEX : row.firstAddresses.length - 1;
  if (index > lastIndex) {
    throw new Problem('forbidden', `Viewers see the addresses up to index ${lastIndex} only.`);
  }
  return {
    network: row.network,
    kind: row.kind,
    index,
    address: addressesOf(row).at(index).address,
    keys: keyPaths(row.descriptor, index),
    nextIndex: row.nextIndex,
    lastIndex,
  };
}
