import { and, asc, eq, isNotNull, not } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { webhookEndpoint } from '@/db/schema/endpoints';
import type { Member } from '@/lib/domain/actor';

export interface PausedEndpoint {
  readonly id: string;
  readonly host: string;
  readonly pausedAt: Date;
}

const MAX_ENDPOINTS = 5;

/** Returns endpoints that members paused, oldest pause first, up to a limit. */
export async function pausedEndpoints(db: Db, { merchantId }: Member): Promise<PausedEndpoint[]> {
  const { id, host, pausedAt, switchedOff } = webhookEndpoint;
  const rows = await db
    .select({ id, host, pausedAt })
    .from(webhookEndpoint)
    .where(and(eq(webhookEndpoint.merchantId, merchantId), isNotNull(pausedAt), not(switchedOff)))
    .orderBy(asc(pausedAt), asc(id))
    .limit(MAX_ENDPOINTS);
  return rows.flatMap((row) => (row.pausedAt ? [{ ...row, pausedAt: row.pausedAt }] : []));
}
