import { sql } from 'drizzle-orm';
import { createTestKey } from '@/test/support/factories';
import type { BrowserMerchant } from './browser-merchant';

export const HOST = 'hooks.shop.example';
/** When the payment of ten bitcoin was confirmed. */
export const LARGEST_HOURS_AGO = 202;

/**
 * Another merchant’s two months on a network that the server does not read: a payment an hour, one of
 * ten bitcoin, an endpoint that was down for a day, and a chain that was behind three hours ago.
 *
 * @returns the merchant’s id
 */
export async function addHistory({ base: { db } }: BrowserMerchant): Promise<string> {
  const key = await createTestKey(db, { network: 'signet' });
  await db.execute(sql`
    insert into payment (id, checkout_id, api_key_id, network, address, script, holds_address,
      amount_sats, tolerance_ppm, required_sats, required_confirmations, status, received_sats,
      created_at, confirmed_at, expires_at, updated_at)
    select ${key.id} || 'pay' || n, ${key.id} || 'co' || n, ${key.id}, 'signet', 'tb1qhistory' || n,
      '0014' || n, false, 50000, 0, 50000, 1,
      case when n % 5 = 0 then 'expired' else 'confirmed' end,
      case when n % 5 = 0 then 0 when n = ${LARGEST_HOURS_AGO} then 1000000000 else 20000 + n * n % 90000 end,
      at, case when n % 5 > 0 then at end, at, at
    from (select n, now() - make_interval(hours => n) as at from generate_series(0, 1440) n) made`);
  await db.execute(sql`
    insert into webhook_count (api_key_id, quarter, host, accepted, failed)
    select ${key.id}, date_bin('15 minutes', now() - make_interval(hours => n), timestamptz 'epoch'),
      ${HOST}, case when n between 48 and 72 then 0 else 3 end,
      case when n between 48 and 72 then 2 when n = 30 then 1 else 0 end
    from generate_series(0, 720) n`);
  await db.execute(sql`
    insert into chain_lag (network, quarter, minutes)
    select 'signet', date_bin('15 minutes', now() - make_interval(hours => n), timestamptz 'epoch'),
      case when n = 3 then 42 else 0 end
    from generate_series(0, 400) n on conflict do nothing`);
  return key.merchantId;
}
