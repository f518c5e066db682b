import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { merchant } from '@/db/schema/accounts';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { type Member, mayAdminister } from '@/lib/domain/actor';
import { lockTeam } from './lock-team';

/**
 * Renames the merchant. Payers see the name.
 *
 * @throws Problem `forbidden` unless the actor is an owner
 */
export async function renameMerchant(
  db: Db,
  actor: Member,
  name: string,
  now: Date,
): Promise<void> {
  mayAdminister(actor);
  const own = eq(merchant.id, actor.merchantId);
  await db.transaction(async (tx) => {
    await lockTeam(tx, actor);
    const [before] = await tx.select({ name: merchant.name }).from(merchant).where(own);
    const to = name.trim();
    if (before === undefined || before.name === to) return;
    await tx.update(merchant).set({ name: to }).where(own);
    const data = { from: before.name, to };
    await recordAuditEntry(tx, actor, 'merchant.rename', actor.merchantId, data, now);
  });
}
