import { and, eq, like, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { chain } from '@/db/schema/chain';
import type { SourceFault } from '@/lib/domain/chain-condition';
import type { Network } from '@/lib/domain/network';
import { Problem } from '@/lib/domain/problems';
import type { BlockRef } from '../source';

const WAITING = 'deep_reorg' satisfies SourceFault;

/**
 * Accepts the source's chain after a reorg too deep to follow without the operator. Returns the
 * accepted tip, the best block that the source reported last. The next read follows it.
 *
 * @throws Problem `not_found` when the network has no such reorg
 */
export async function acceptDeepReorg(db: Db, network: Network): Promise<BlockRef> {
  const [row] = await db
    .update(chain)
    .set({
      acceptedTip: sql`jsonb_build_object('height', ${chain.tipHeight}, 'hash', ${chain.tipHash})`,
      nextReadAt: null,
    })
    .where(and(eq(chain.network, network), like(chain.lastError, `${WAITING}: %`)))
    .returning({ tip: chain.acceptedTip });
  if (row?.tip) return row.tip;
  throw new Problem('not_found', `No reorg on ${network} waits for a decision.`);
}

export async function readAcceptedTip(db: Db, network: Network): Promise<BlockRef | null> {
  const [row] = await db
    .select({ tip: chain.acceptedTip })
    .from(chain)
    .where(eq(chain.network, network));
  return row?.tip ?? null;
}
