import type { Db } from '@/db/client';
import type { PaymentRow } from '../payment-row';
import { type HeldBlock, newestBlocks } from './newest-blocks';
import { type Reorg, reorgOf } from './reorgs';

export interface PaymentBlocks {
  /** The blocks up to the one that confirms the payment, or up to the cursor; oldest first. */
  readonly blocks: readonly HeldBlock[];
  /** The height of the block that covers the required amount; null while it is in the mempool. */
  readonly coveredHeight: number | null;
  /** The newest reorg that replaced a block which had confirmed the payment. */
  readonly reorg: Reorg | null;
}

/**
 * The blocks around a payment; null when it is not paid, or when its blocks are too old to be
 * stored.
 */
export async function paymentBlocks(db: Db, payment: PaymentRow): Promise<PaymentBlocks | null> {
  const { network, status, coveredHeight, requiredConfirmations } = payment;
  if (status !== 'detected' && status !== 'confirmed') return null;
  const confirming = coveredHeight === null ? undefined : coveredHeight + requiredConfirmations - 1;
  const blocks = await newestBlocks(db, network, confirming);
  const last = blocks.at(-1);
  if (!last || last.height < (coveredHeight ?? 0)) return null;
  return { blocks, coveredHeight, reorg: await reorgOf(db, payment) };
}
