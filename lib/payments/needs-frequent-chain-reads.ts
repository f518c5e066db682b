import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { transaction } from '@/db/schema/chain';
import { payment } from '@/db/schema/payments';
import { refund } from '@/db/schema/refunds';
import type { Network } from '@/lib/domain/network';
import { refundActivityCutoff } from '@/lib/refunds/watch-refunds';

/**
 * Whether someone waits for the chain: a payment is open, a refund is being paid, or outputs are
 * unconfirmed. Takes a few index look-ups.
 */
export async function needsFrequentChainReads(
  db: Db,
  network: Network,
  now: Date,
): Promise<boolean> {
  const [row] = await db.execute<{ quick: boolean }>(sql`
    -- With "or" instead of two queries, PostgreSQL may read the whole table.
    select exists (select from ${payment} where network = ${network} and status = 'pending')
      or exists (select from ${payment} where network = ${network} and status = 'detected')
      -- A member who pays a refund has just looked at it; later the regular reads are enough.
      or exists (
        select from ${refund} where network = ${network} and status = 'ready'
          and updated_at > ${refundActivityCutoff(now).toISOString()}::timestamptz
      )
      or exists (select from ${refund} where network = ${network} and is_new_address)
      or exists (select from ${refund} where network = ${network} and search_height is not null)
      or exists (
        select from ${transaction} where network = ${network} and height is null and not gone
      ) as quick`);
  return row?.quick === true;
}
