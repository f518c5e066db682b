import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { webhookEvent } from '@/db/schema/webhooks';
import type { ApiKeyActor } from '@/lib/domain/actor';
import { Problem } from '@/lib/domain/problems';
import { EVENT_COLUMNS, type ListedEvent } from './list-events';

/**
 * Returns an event of a key's payments, even if it was never sent.
 *
 * @throws Problem `not_found`, also for an event of another key
 */
export async function getEvent(
  db: Db,
  { apiKeyId }: ApiKeyActor,
  id: string,
): Promise<ListedEvent> {
  const [found] = await db
    .select(EVENT_COLUMNS)
    .from(webhookEvent)
    .where(
      and(
        eq(webhookEvent.id, id),
        eq(webhookEvent.apiKeyId, apiKeyId),
        isNull(webhookEvent.dialect),
      ),
    );
  if (!found) throw new Problem('not_found', 'There is no event with this id.');
  return found;
}
