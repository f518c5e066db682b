import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { CLAIMED_AT, type Claim, claim, takeStatement } from './claim';
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
  const [mine] = await claim(db, clock, 1, (tx, values) =>
    takeOne(tx, { deliveryId, perHost, ...values }),
  );
  return mine;
}

const takeOne = takeStatement(sql`
  chosen as (
    select d.id from delivery d
    left join webhook_host h on h.host = d.host
    where d.id = ${sql.placeholder('deliveryId')}
      and d.status = 'pending' and d.next_attempt_at <= ${CLAIMED_AT}
      and ${hostShare(CLAIMED_AT, sql.placeholder('perHost'))} > (
        select count(*) from delivery b where b.status = 'delivering' and b.host = d.host
      )
      and ${hasItsTurn(CLAIMED_AT)}
    for update of d skip locked
  )
`);
