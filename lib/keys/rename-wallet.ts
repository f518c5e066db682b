import { and, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { merchantWallet } from '@/db/schema/accounts';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { assertMayAdminister, type Member, requireRecentFactor } from '@/lib/domain/actor';
import { findOwnWallet, refusePrivateKey } from './find-or-add-wallet';
import { lockRole } from './key-conditions';

/**
 * Changes the name that the actor's merchant gave a wallet.
 *
 * @throws Problem `forbidden` unless the actor is an owner; `not_found`, also for another merchant's
 *   wallet; the problem of {@link refusePrivateKey}
 */
export async function renameWallet(
  db: Db,
  actor: Member,
  walletId: string,
  to: string,
  now: Date,
): Promise<void> {
  assertMayAdminister(actor);
  requireRecentFactor(actor, now);
  refusePrivateKey(to);
  const { merchantId } = actor;
  await db.transaction(async (tx) => {
    await lockRole(tx, actor);
    const { name: from } = await findOwnWallet(tx, merchantId, walletId);
    if (from === to) return;
    await tx
      .update(merchantWallet)
      .set({ name: to })
      .where(and(eq(merchantWallet.merchantId, merchantId), eq(merchantWallet.walletId, walletId)));
    await recordAuditEntry(tx, actor, 'wallet.rename', walletId, { name: to, from }, now);
  });
}
