import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { chain } from '@/db/schema/chain';
import { newAddress, payment, paymentChange } from '@/db/schema/payments';
import type { Network } from '@/lib/domain/network';
import { MOVED_CHANNEL } from './payment-changes';

const PAYMENTS_PER_STATEMENT = 1_000;

/**
 * Expires pending payments after their time, but only once their chain has been read in full since
 * then, and its mempool searched for a customer-provided address: nothing expires on stale data.
 *
 * @returns the number of payments that expired
 */
export async function expirePayments(db: Db, now: Date): Promise<number> {
  let total = 0;
  for (;;) {
    const expired = await expireSome(db, now);
    total += expired;
    if (expired < PAYMENTS_PER_STATEMENT) return total;
  }
}

async function expireSome(db: Db, now: Date): Promise<number> {
  const rows = await db.execute(sql`
    with expired as (
      update ${payment} set
        status = 'expired', holds_address = false,
        expired_at = ${now.toISOString()}, updated_at = ${now.toISOString()}
      where status = 'pending' and id in (
        select p.id from ${payment} p join ${chain} c on c.network = p.network
        where p.status = 'pending'
          and p.expires_at <= c.read_at and p.expires_at <= ${now.toISOString()}
          and not exists (select from ${newAddress} n where n.payment_id = p.id)
        limit ${PAYMENTS_PER_STATEMENT}
        for update of p skip locked)
      returning id, checkout_id, flags, received_sats, txid, covered_height),
    told as (
      insert into ${paymentChange}
        (payment_id, at, status, flags, received_sats, txid, covered_height)
      select id, ${now.toISOString()}, 'expired', flags, received_sats, txid, covered_height
      from expired)
    select pg_notify(${MOVED_CHANNEL}, checkout_id) from expired`);
  return rows.length;
}

/** The soonest expiry of a pending payment on these networks, also a past one; null without any. */
export async function nextExpiryAt(db: Db, networks: Iterable<Network>): Promise<Date | null> {
  const [row] = await db.execute<{ at: string | null }>(sql`
    select min(first.expires_at) as at
    from unnest(${sql.param([...networks])}::text[]) followed(network)
    cross join lateral (
      -- One step of the index, not a scan of all pending payments.
      select p.expires_at from ${payment} p
      where p.network = followed.network and p.status = 'pending'
      order by p.expires_at limit 1
    ) first`);
  return row?.at ? new Date(row.at) : null;
}
