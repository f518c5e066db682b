import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import type { Actor } from '@/lib/domain/actor';
import { WORK_REASONS, type WorkReason } from '@/lib/domain/worklist';
import type { FoundPayment } from '../get-payment';
import { newestPayments } from './search-payments';
import { workOf } from './work-entries';

/** The open entries for one reason. */
export interface WorkGroup {
  readonly reason: WorkReason;
  readonly count: number;
  /** The newest few payments of the group. */
  readonly newest: readonly FoundPayment[];
}

const SHOWN = 3;

/** The actor's open inbox entries by reason; reasons without payments are omitted. */
export async function readWorklist(db: Db, actor: Actor): Promise<WorkGroup[]> {
  const counts = await db.execute<{ reason: WorkReason; count: string }>(sql`
    select reason, count(*) from ${workOf(db, actor, { state: 'open' })} group by reason`);
  const found = new Map(counts.map(({ reason, count }) => [reason, Number(count)]));
  const groups = WORK_REASONS.map(async (reason) => {
    const count = found.get(reason) ?? 0;
    if (count === 0) return [];
    const filter = { workState: 'open', workReasons: [reason] } as const;
    return { reason, count, newest: await newestPayments(db, actor, filter, SHOWN) };
  });
  return (await Promise.all(groups)).flat();
}
