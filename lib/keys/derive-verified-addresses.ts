import {
  type DerivableWallet,
  DerivationMismatch,
  deriveCheckedAddresses,
} from '@/lib/bitcoin/derive-checked-addresses';
import type { ReceiveAddress } from '@/lib/bitcoin/descriptor';
import { reportAlteration } from './seal';

/**
 * Returns the addresses of a merchant's wallet at some indexes, each derived by two
 * implementations.
 *
 * @throws Problem `address_not_verified` when the two results differ, which is also reported
 */
export async function deriveVerifiedAddresses(
  wallet: DerivableWallet & { readonly id: string },
  indexes: readonly number[],
  merchantId: string,
): Promise<ReceiveAddress[]> {
  try {
    return await deriveCheckedAddresses(wallet, indexes);
  } catch (error) {
    if (!(error instanceof DerivationMismatch)) throw error;
    throw reportAlteration({ kind: 'wallet', id: wallet.id, owner: { merchantId } });
  }
}
