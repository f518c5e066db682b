import { and, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { merchantWallet } from '@/db/schema/accounts';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { type Member, mayChange } from '@/lib/domain/actor';
import { findOwnWallet } from './own-wallet';

/**
 * Records that the actor found the same address on the device that has the wallet's keys.
 *
 * @throws Problem `forbidden` for a viewer; `not_found`, also for another merchant's wallet
 */
export async function compareWallet(
  db: Db,
  actor: Member,
  walletId: string,
  now: Date,
): Promise<void> {
  mayChange(actor);
  const { merchantId } = actor;
  await db.transaction(async (tx) => {
    const { name } = await findOwnWallet(tx, merchantId, walletId);
    await tx
      .update(merchantWallet)
      .set({ comparedAt: now })
      .where(and(eq(merchantWallet.merchantId, merchantId), eq(merchantWallet.walletId, walletId)));
    await recordAuditEntry(tx, actor, 'wallet.compare', walletId, { name }, now);
  });
}
