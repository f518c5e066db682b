import type { Db } from '@/db/client';
import { MAX_CHILD_INDEX } from '@/lib/bitcoin/derivation-path';
import { type KeyPath, keyPaths } from '@/lib/bitcoin/key-paths';
import { type Member, maySeeWholeWallet } from '@/lib/domain/actor';
import type { Network } from '@/lib/domain/network';
import { Problem } from '@/lib/domain/problems';
import { deriveVerifiedAddresses } from './derive-verified-addresses';
import { type DeviceComparison, findOwnWallet } from './find-or-add-wallet';

export interface WalletAddress {
  readonly name: string;
  readonly network: Network;
  readonly kind: string;
  readonly index: number;
  readonly address: string;
  readonly keys: readonly KeyPath[];
  readonly nextIndex: number;
  /** The largest index that the actor may see. */
  readonly lastIndex: number;
  readonly firstAddresses: readonly string[];
  readonly compared: (DeviceComparison & { readonly address: string }) | null;
}

/**
 * Returns the address of a wallet at an index, whether or not a payment has it.
 *
 * @throws Problem `not_found`, also for another merchant's wallet; `forbidden` for a viewer beyond
 *  the first addresses; `address_not_verified`
 */
export async function walletAddress(
  db: Db,
  actor: Member,
  walletId: string,
  index: number,
): Promise<WalletAddress> {
  const row = await findOwnWallet(db, actor.merchantId, walletId);
  const lastIndex = maySeeWholeWallet(actor) ? MAX_CHILD_INDEX : row.firstAddresses.length - 1;
  if (index > lastIndex) {
    throw new Problem('forbidden', `Viewers see the addresses up to index ${lastIndex} only.`);
  }
  const { comparison } = row;
  const indexes = comparison ? [index, comparison.index] : [index];
  const [derived, compared] = await deriveVerifiedAddresses(row, indexes, actor.merchantId);
  return {
    name: row.name,
    network: row.network,
    kind: row.kind,
    index,
    address: derived?.address ?? '',
    keys: keyPaths(row.descriptor, index),
    nextIndex: row.nextIndex,
    lastIndex,
    firstAddresses: row.firstAddresses,
    compared: comparison && { ...comparison, address: compared?.address ?? '' },
  };
}
