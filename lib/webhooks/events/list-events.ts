import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey } from '@/db/schema/accounts';
import { webhookEvent } from '@/db/schema/webhooks';
import type { ApiKeyActor } from '@/lib/domain/actor';
import type { EventType } from '@/lib/domain/event-types';
import { invalidField, type Problem } from '@/lib/domain/problems';

const MAX_BATCH = 1_000;

export interface EventRequest {
  /**
   * The id of the last event before the page; undefined for the first page, `now` to skip all
   * current events.
   */
  readonly after?: string | undefined;
  readonly types?: readonly EventType[] | undefined;
  readonly limit: number;
}

export interface ListedEvent {
  readonly id: string;
  readonly type: EventType;
  /** Never changes. */
  readonly body: string;
  readonly createdAt: Date;
}

export const EVENT_COLUMNS = {
  id: webhookEvent.id,
  type: webhookEvent.type,
  body: webhookEvent.body,
  createdAt: webhookEvent.createdAt,
};

export interface EventPage {
  readonly events: readonly ListedEvent[];
  readonly hasMore: boolean;
  /** The `after` of the next page; undefined if there is no event yet. */
  readonly nextAfter: string | undefined;
}

/**
 * Returns events of a key's payments, even if they were never sent. When an event is first listed,
 * it gets a permanent position after all events that were listed before. A shop that continues
 * after its last event thus misses none, even if an event was committed late.
 *
 * @throws Problem `invalid_request` at `after` for an id that is not an event of this key
 */
export async function listEvents(
  db: Db,
  { apiKeyId }: ApiKeyActor,
  { after, types, limit }: EventRequest,
): Promise<EventPage> {
  if (after === 'now') return { events: [], hasMore: false, nextAfter: await newest(db, apiKeyId) };
  for (;;) {
    const start = after === undefined ? 0 : await positionOf(db, apiKeyId, after);
    const found = start === undefined ? [] : await readAfter(db, apiKeyId, start, types, limit + 1);
    if (found.length <= limit && (await listMore(db, apiKeyId))) continue;
    if (start === undefined) throw notFound();
    const events = found.slice(0, limit);
    return { events, hasMore: found.length > limit, nextAfter: events.at(-1)?.id ?? after };
  }
}

/** Gives all committed events a position, and returns the id of the last event. */
async function newest(db: Db, apiKeyId: string): Promise<string | undefined> {
  while (await listMore(db, apiKeyId));
  const [last] = await db
    .select({ id: webhookEvent.id })
    .from(webhookEvent)
    .where(and(eq(webhookEvent.apiKeyId, apiKeyId), isNotNull(webhookEvent.position)))
    .orderBy(desc(webhookEvent.position))
    .limit(1);
  return last?.id;
}

/** Returns undefined if the event has no position yet or belongs to another key. */
async function positionOf(db: Db, apiKeyId: string, eventId: string): Promise<number | undefined> {
  const [found] = await db
    .select({ position: webhookEvent.position })
    .from(webhookEvent)
    .where(and(eq(webhookEvent.id, eventId), eq(webhookEvent.apiKeyId, apiKeyId)));
  return found?.position ?? undefined;
}

async function readAfter(
  db: Db,
  apiKeyId: string,
  position: number,
  types: readonly EventType[] | undefined,
  limit: number,
): Promise<ListedEvent[]> {
  return db
    .select(EVENT_COLUMNS)
    .from(webhookEvent)
    .where(
      and(
        eq(webhookEvent.apiKeyId, apiKeyId),
        gt(webhookEvent.position, position),
        types && inArray(webhookEvent.type, [...types]),
      ),
    )
    .orderBy(asc(webhookEvent.position))
    .limit(limit);
}

const isUnlisted = and(isNull(webhookEvent.position), isNull(webhookEvent.dialect));

/**
 * Gives the next positions to committed events without one.
 *
 * @returns false if there were none
 */
async function listMore(db: Db, apiKeyId: string): Promise<boolean> {
  const [waiting] = await db
    .select({ id: webhookEvent.id })
    .from(webhookEvent)
    .where(and(eq(webhookEvent.apiKeyId, apiKeyId), isUnlisted))
    .limit(1);
  if (!waiting) return false;
  await db.transaction(async (tx) => {
    // Requests for the key's list wait for each other here. A stronger lock would block new
    // payments.
    await tx
      .select({ id: apiKey.id })
      .from(apiKey)
      .where(eq(apiKey.id, apiKeyId))
      .for('no key update');
    await tx.execute(sql`
      update ${webhookEvent} set position = next.position
      from (
        select id, row_number() over (order by entry) + coalesce((
          select max(position) from ${webhookEvent} where api_key_id = ${apiKeyId}), 0) as position
        from ${webhookEvent} where api_key_id = ${apiKeyId} and ${isUnlisted}
        order by entry limit ${MAX_BATCH}
      ) next
      where webhook_event.id = next.id`);
  });
  return true;
}

function notFound(): Problem {
  const message =
    'There is no event with this id. Give the id of the last event that you read from this list, or leave it out to begin with the first.';
  return invalidField('after', 'unknown_event', message);
}
