import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { merchant } from '@/db/schema/accounts';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { assertMayAdminister, type Member } from '@/lib/domain/actor';
import type { AuditAction } from '@/lib/domain/audit-action';
import { lockTeam } from './lock-team';

const ACTIONS = {
  /** Customers see the name. */
  name: 'merchant.rename',
  /**
   * Home shows totals in this currency too; null for satoshis alone. Payments that are confirmed
   * after the change are stored with the currency's rate.
   */
  displayCurrency: 'merchant.set_currency',
  /** IANA time zone of days on Home and in reports; null for each viewer's own zone. */
  timeZone: 'merchant.set_time_zone',
  /** How many days after a payment's end its customer is erased; null to keep customers. */
  customerRetentionDays: 'merchant.set_customer_retention',
  /** Whether all members need a second factor. Change it with {@link setFactorRequired}. */
  requireFactor: 'merchant.require_factor',
} as const satisfies Partial<Record<keyof typeof merchant.$inferSelect, AuditAction>>;

/**
 * Changes a setting of the actor's merchant. Writes an audit entry only if the value differs.
 *
 * @throws Problem `forbidden` unless the actor is an owner
 */
export async function changeMerchantSetting<Setting extends keyof typeof ACTIONS>(
  db: Db,
  actor: Member,
  setting: Setting,
  to: (typeof merchant.$inferSelect)[Setting],
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
    const data = { ...before, to };
    await recordAuditEntry(tx, actor, ACTIONS[setting], actor.merchantId, data, now);
  });
}
