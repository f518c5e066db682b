import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { merchant } from '@/db/schema/accounts';
import type { Member } from '@/lib/domain/actor';
import type { Currency } from '@/lib/domain/currency';

/** Returns the currency of the merchant's totals; null if they are only in satoshis. */
export async function displayCurrencyOf(
  db: Db,
  { merchantId }: Pick<Member, 'merchantId'>,
): Promise<Currency | null> {
  const [row] = await db
    .select({ currency: merchant.displayCurrency })
    .from(merchant)
    .where(eq(merchant.id, merchantId));
  return row?.currency ?? null;
}
