import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { chain } from '@/db/schema/chain';
import { refund } from '@/db/schema/refunds';
import type { Actor } from '@/lib/domain/actor';
import type { Network } from '@/lib/domain/network';
import type { RefundStatus } from '@/lib/domain/refund';
import { keysVisibleTo } from '@/lib/keys/key-conditions';
import { isIntact } from '@/lib/keys/seal';
import type { FoundRefund } from './get-refund';
import { listUnmatchedRefundOutputs } from './other-outputs';

/** Absent fields do not filter. */
export interface RefundFilter {
  readonly paymentId?: string | undefined;
  readonly statuses?: readonly RefundStatus[] | undefined;
  readonly network?: Network | undefined;
}

const MAX_LISTED = 1_000;

/** Returns up to 1,000 refunds that the actor may see, oldest first, except altered rows. */
export async function listRefunds(
  db: Db,
  actor: Actor,
  { paymentId, statuses, network }: RefundFilter,
): Promise<readonly FoundRefund[]> {
  const all = await db
    .select({ row: refund, chainHeight: chain.height })
    .from(refund)
    .leftJoin(chain, eq(chain.network, refund.network))
    .where(
      and(
        inArray(refund.apiKeyId, keysVisibleTo(db, actor, { network })),
        paymentId === undefined ? undefined : eq(refund.paymentId, paymentId),
        statuses && inArray(refund.status, [...statuses]),
      ),
    )
    .orderBy(asc(refund.createdAt), asc(refund.id))
    .limit(MAX_LISTED);
  const found = all.filter(({ row }) => isIntact('refund', row));
  const others = await listUnmatchedRefundOutputs(
    db,
    found.map(({ row }) => row),
  );
  return found.map((one) => ({ ...one, otherOutputs: others.get(one.row.id) ?? [] }));
}
