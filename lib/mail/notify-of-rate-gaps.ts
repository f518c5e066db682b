import { lte, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey, merchant } from '@/db/schema/accounts';
import { payment } from '@/db/schema/payments';
import { exchangeRateGap } from '@/db/schema/rates';
import type { Currency } from '@/lib/domain/currency';
import { NOTIFY_AFTER_FAILING_MS } from '@/lib/domain/notification';
import { notifyMembers } from './notify-members';

/** Number of a key's newest payments that are searched for prices in a currency. */
const NEWEST = 100;

/** Notifies members when a currency that they use has had no rate for 30 minutes. */
export async function notifyOfRateGaps(db: Db, now: Date): Promise<void> {
  const gaps = await db
    .select()
    .from(exchangeRateGap)
    .where(lte(exchangeRateGap.since, new Date(now.getTime() - NOTIFY_AFTER_FAILING_MS)));
  for (const { currency, since } of gaps) {
    const notifications = (await merchantsUsing(db, currency)).map((merchantId) => ({
      merchantId,
      topic: 'rates' as const,
      fact: `rate ${currency} ${since.toISOString()}`,
      subject: `No exchange rate for ${currency}`,
      body: `No two exchanges have agreed on the price of bitcoin in ${currency} since ${since.toISOString()}. Payments with a price in ${currency} are refused until they do. Payments in satoshis are not affected.`,
      link: { text: 'Open Health', path: '/dashboard/health' },
    }));
    await notifyMembers(db, notifications, now);
  }
}

/** Returns the merchants that use a currency for display or in recent prices, except on regtest. */
async function merchantsUsing(db: Db, currency: Currency): Promise<string[]> {
  const rows = await db.execute<{ id: string }>(sql`
    select distinct k.merchant_id as id from ${apiKey} k
    join ${merchant} m on m.id = k.merchant_id
    where k.network <> 'regtest' and (m.display_currency = ${currency} or exists (
      select from (
        select price from ${payment} p where p.api_key_id = k.id
        order by p.created_at desc nulls first, p.id limit ${NEWEST}) newest
      where price ->> 'currency' = ${currency}))`);
  return rows.map(({ id }) => id);
}
