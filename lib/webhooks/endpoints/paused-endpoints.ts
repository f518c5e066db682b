import { and, asc, eq, isNotNull } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { webhookEndpoint } from '@/db/schema/endpoints';
import type { Member } from '@/lib/domain/actor';

/** An endpoint whose deliveries wait for somebody to resume it. */
export interface PausedEndpoint {
  readonly id: string;
  readonly host: string;
  readonly pausedAt: Date;
}

const MAX_ENDPOINTS = 5;

/** The first few paused endpoints of the member's merchant, longest paused first. */
export async function pausedEndpoints(db: Db, { merchantId }: Member): Promise<PausedEndpoint[]> {
  const { id, host, pausedAt } = webhookEndpoint;
  const rows = await db
    .select({ id, host, pausedAt })
    .from(webhookEndpoint)
    .where(and(eq(webhookEndpoint.merchantId, merchantId), isNotNull(pausedAt)))
    .orderBy(asc(pausedAt), asc(id))
    .limit(MAX_ENDPOINTS);
  return rows.flatMap((row) => (row.pausedAt ? [{ ...row, pausedAt: row.pausedAt }] : []));
}
