import { and, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { merchantWallet } from '@/db/schema/accounts';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { assertMayChange, type Member } from '@/lib/domain/actor';
import { deriveVerifiedAddresses } from './derive-verified-addresses';
import { findOwnWallet } from './find-or-add-wallet';

/**
 * Records that the actor found the address at an index on the device that has the wallet's keys.
 *
 * @throws Problem `forbidden` for a viewer; `not_found`, also for another merchant's wallet;
 *   `address_not_verified`
 */
export async function recordDeviceComparison(
  db: Db,
  actor: Member,
  walletId: string,
  index: number,
  now: Date,
): Promise<void> {
  assertMayChange(actor);
  const { merchantId } = actor;
  await db.transaction(async (tx) => {
    const row = await findOwnWallet(tx, merchantId, walletId);
    const [derived] = await deriveVerifiedAddresses(row, [index], merchantId);
    await tx
      .update(merchantWallet)
      .set({ comparedAt: now, comparedBy: actor.userId, comparedIndex: index })
      .where(and(eq(merchantWallet.merchantId, merchantId), eq(merchantWallet.walletId, walletId)));
    const data = { name: row.name, index, address: derived?.address };
    await recordAuditEntry(tx, actor, 'wallet.compare', walletId, data, now);
  });
}
