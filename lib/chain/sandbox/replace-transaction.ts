import type { Db } from '@/db/client';
import type { Sats } from '@/lib/domain/sats';
import { act } from './act';
import { type ConflictTarget, replace } from './conflict';
import type { SandboxTransaction } from './pay-address';

export interface ReplaceTransaction {
  readonly txid: string;
  /** A fee bump that still pays the same outputs, or one that takes the money back. */
  readonly to: ConflictTarget;
  /** The whole new fee; without it, one that nodes accept. */
  readonly feeSats?: Sats;
}

/**
 * Replaces a transaction in the mempool by one with a higher fee (BIP 125), which waits in the
 * mempool in its place.
 *
 * @throws SandboxRefusal transaction_not_found, transaction_not_in_mempool, fee_too_low,
 *   insufficient_funds
 */
export async function replaceTransaction(
  db: Db,
  input: ReplaceTransaction,
  now: Date,
): Promise<SandboxTransaction> {
  return act(db, now, async (tx) => {
    const { txid, feeSats } = await replace(tx, input, now);
    return { txid, feeSats };
  });
}
