import { and, eq, gte, isNull, lte } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { webhookEndpoint, webhookEndpointStanding } from '@/db/schema/endpoints';
import { ATTEMPTS_FOR_STATE } from '@/lib/domain/endpoint-state';
import { RETRY_WINDOW_MS } from '@/lib/domain/retry-schedule';
import { switchOffEndpoint } from './pause-endpoint';

/**
 * Selects endpoints at which every attempt has failed for at least the retry window of a delivery.
 */
function isHopeless(now: Date) {
  const { failingSince, inARow } = webhookEndpointStanding;
  return and(
    isNull(webhookEndpoint.pausedAt),
    lte(failingSince, new Date(now.getTime() - RETRY_WINDOW_MS)),
    gte(inARow, ATTEMPTS_FOR_STATE),
  );
}

/**
 * Switches off endpoints that have failed for ten days without a success. As in a pause, their
 * deliveries wait until somebody resumes the endpoint.
 *
 * @returns the number of endpoints
 */
export async function switchOffEndpoints(db: Db, now: Date): Promise<number> {
  const found = await db
    .select({ id: webhookEndpoint.id })
    .from(webhookEndpointStanding)
    .innerJoin(webhookEndpoint, eq(webhookEndpoint.id, webhookEndpointStanding.endpointId))
    .where(isHopeless(now));
  for (const { id } of found) await switchOffEndpoint(db, id, now);
  return found.length;
}
