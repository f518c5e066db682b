import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { auditEntry } from '@/db/schema/people';
import type { Member } from '@/lib/domain/actor';
import { type Currency, isCurrency } from '@/lib/domain/currency';

/** Returns the currency of the member's last payment or payment link; null before the first one. */
export async function lastCurrency(db: Db, actor: Member): Promise<Currency | null> {
  const [row] = await db
    .select({ currency: sql<string>`${auditEntry.data} ->> 'currency'` })
    .from(auditEntry)
    .where(
      and(
        eq(auditEntry.merchantId, actor.merchantId),
        eq(auditEntry.userId, actor.userId),
        inArray(auditEntry.action, ['payment.create', 'link.create']),
      ),
    )
    .orderBy(desc(auditEntry.at), desc(auditEntry.id))
    .limit(1);
  return row && isCurrency(row.currency) ? row.currency : null;
}
