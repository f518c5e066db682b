import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { merchant } from '@/db/schema/accounts';
import type { Member } from '@/lib/domain/actor';

/**
 * Returns the time zone for the days of Home and reports: the merchant's, so that all members read
 * the same sums.
 *
 * @param viewers the zone of the viewer's browser, used if the merchant has no time zone
 */
export async function dayZoneOf(
  db: Db,
  { merchantId }: Pick<Member, 'merchantId'>,
  viewers: string,
): Promise<string> {
  const [row] = await db
    .select({ timeZone: merchant.timeZone })
    .from(merchant)
    .where(eq(merchant.id, merchantId));
  return row?.timeZone ?? viewers;
}
