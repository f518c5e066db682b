import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { type Claim, claim } from './claim';
import { hasItsTurn, hostShare } from './claim-rules';

/**
 * Takes one delivery for this process to try, by the rules that hold for all: it is due, its host
 * has room and its payment's turn has come.
 *
 * @param perHost at most so many tries in flight to its host, over all processes
 */
export async function claimOne(
  db: Db,
  deliveryId: string,
  clock: () => Date,
  perHost: number,
): Promise<Claim | undefined> {
  const [mine] = await claim(db, clock, async (tx, now) => {
    const at = sql`${now.toISOString()}::timestamptz`;
    const rows = await tx.execute<{ id: string }>(sql`
      select d.id from delivery d
      left join webhook_host h on h.host = d.host
      where d.id = ${deliveryId} and d.status = 'pending' and d.next_attempt_at <= ${at}
        and ${hostShare(at, perHost)} > (
          select count(*) from delivery b where b.status = 'delivering' and b.host = d.host
        )
        and ${hasItsTurn(at)}
      for update of d skip locked
    `);
    return rows.map((row) => row.id);
  });
  return mine;
}
