import { sql } from 'drizzle-orm';
import { createTestKey } from '@/test/support/factories';
import { sealRows } from '@/test/support/seals';
import type { BrowserMerchant } from './browser-merchant';

const LARGEST_HOURS_AGO = 202;

/**
 * Adds another merchant, on a network that the server does not read. This merchant has one payment
 * per hour for two months, including one of ten bitcoin. Returns the merchant's id.
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
  await sealRows(db);
  return key.merchantId;
}
