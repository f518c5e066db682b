import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { merchant } from '@/db/schema/accounts';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { type Member, mayAdminister } from '@/lib/domain/actor';
import type { Currency } from '@/lib/domain/currency';
import { lockTeam } from './lock-team';

/**
 * Sets the currency in which the overview shows what was confirmed, beside satoshis. From now on the
 * rate in it is noted for each payment that is confirmed.
 *
 * @param currency null for satoshis alone
 * @throws Problem `forbidden` unless the actor is an owner
 */
export async function setDisplayCurrency(
  db: Db,
  actor: Member,
  currency: Currency | null,
  now: Date,
): Promise<void> {
  mayAdminister(actor);
  const own = eq(merchant.id, actor.merchantId);
  await db.transaction(async (tx) => {
    await lockTeam(tx, actor);
    const [before] = await tx.select({ from: merchant.displayCurrency }).from(merchant).where(own);
    if (before === undefined || before.from === currency) return;
    await tx.update(merchant).set({ displayCurrency: currency }).where(own);
    const data = { ...before, to: currency };
    await recordAuditEntry(tx, actor, 'merchant.set_currency', actor.merchantId, data, now);
  });
}
