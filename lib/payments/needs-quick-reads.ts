import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { transaction } from '@/db/schema/chain';
import { payment } from '@/db/schema/payments';
import type { Network } from '@/lib/domain/network';

/**
 * Whether someone is waiting on this network: a payment is open, or outputs are unconfirmed, such
 * as late ones to a payment that has ended. Takes three index look-ups.
 */
export async function needsQuickReads(db: Db, network: Network): Promise<boolean> {
  const [row] = await db.execute<{ quick: boolean }>(sql`
    select exists (select from ${payment} where network = ${network} and holds_address)
      -- After a reorg a payment can wait without holding its address.
      or exists (select from ${payment} where network = ${network} and status = 'pending')
      or exists (
        select from ${transaction} where network = ${network} and height is null and not gone
      ) as quick`);
  return row?.quick === true;
}
