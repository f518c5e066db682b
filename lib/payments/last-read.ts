import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { chain } from '@/db/schema/chain';
import type { Network } from '@/lib/domain/network';

/** When a network's chain was read, and may be read again. */
export interface LastRead {
  /** The end of the last read without a fault, complete or not; null before the first. */
  readonly endedAt: Date | null;
  /** The end of the wait after a fault, or of a source that sets the pace; null: no wait. */
  readonly nextAt: Date | null;
}

export async function lastRead(db: Db, network: Network): Promise<LastRead> {
  const [row] = await db
    .select({ endedAt: chain.answeredAt, nextAt: chain.nextReadAt })
    .from(chain)
    .where(eq(chain.network, network));
  return row ?? { endedAt: null, nextAt: null };
}
