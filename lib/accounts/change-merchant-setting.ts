import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { merchant } from '@/db/schema/accounts';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { assertMayAdminister, type Member } from '@/lib/domain/actor';
import type { AuditAction } from '@/lib/domain/audit-action';
import { lockTeam } from './lock-team';

/**
 * Changes a setting of the actor's merchant and records `action`, unless the value is the same.
 *
 * @throws Problem `forbidden` unless the actor is an owner
 */
export async function changeMerchantSetting<
  Setting extends
    | 'name'
    | 'displayCurrency'
    | 'timeZone'
    | 'customerRetentionDays'
    | 'requireFactor',
>(
  db: Db,
  actor: Member,
  setting: Setting,
  to: (typeof merchant.$inferSelect)[Setting],
  action: AuditAction,
  now: Date,
): Promise<void> {
  assertMayAdminister(actor);
  const own = eq(merchant.id, actor.merchantId);
  await db.transaction(async (tx) => {
    await lockTeam(tx, actor);
    const [before] = await tx.select({ from: merchant[setting] }).from(merchant).where(own);
    if (before === undefined || before.from === to) return;
    await tx
      .update(merchant)
      .set({ [setting]: to })
      .where(own);
    await recordAuditEntry(tx, actor, action, actor.merchantId, { ...before, to }, now);
  });
}
