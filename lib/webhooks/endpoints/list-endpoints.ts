import { and, asc, desc, eq, getTableColumns, ilike, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { escapeLike } from '@/db/escape-like';
import { webhookEndpoint, webhookEndpointStanding, webhookHost } from '@/db/schema/endpoints';
import { appUser, displayNameOfUser } from '@/db/schema/people';
import { delivery } from '@/db/schema/webhooks';
import {
  type Actor,
  type ApiKeyActor,
  assertMayManageWebhooks,
  type Member,
} from '@/lib/domain/actor';
import { type EndpointState, endpointState } from '@/lib/domain/endpoint-state';
import { NEXT_ATTEMPT } from '../delivery/due';
import { HOST_OF_DELIVERY } from '../delivery/webhook-host';
import { type AttemptCounts, NO_ATTEMPTS, readAttemptsByHour } from './endpoint-hours';
import { IS_FAILING } from './failing-endpoints';
import {
  type EndpointRow,
  endpointNotFound,
  isDeliveredToEndpointSql,
  isVisibleEndpointSql,
  isVisibleEndpointWithIdSql,
} from './lock-endpoint';

export interface WaitingDeliveries {
  readonly count: number;
  /** When the event of the oldest delivery happened. */
  readonly oldestAt: Date | null;
  /** Null while the endpoint is paused. */
  readonly nextAttemptAt: Date | null;
}

/** A URL that gets a merchant's events. */
export interface EndpointView extends EndpointRow {
  /** Name or e-mail address of the member who paused the endpoint; null if no member did. */
  readonly pausedByUser: string | null;
  readonly state: EndpointState;
  readonly standing: EndpointStanding;
  /** The end of the host's pause after failures; null without a pause. */
  readonly hostPausedUntil: Date | null;
  /** Each of the last 24 hours, oldest first. */
  readonly hours: readonly AttemptCounts[];
  readonly waiting: WaitingDeliveries;
  /** When the endpoint's newest event happened. Its delivery may still be pending. */
  readonly lastEventAt: Date | null;
}

export type EndpointStanding = Omit<
  typeof webhookEndpointStanding.$inferSelect,
  'endpointId' | 'merchantId'
>;

export interface EndpointPage {
  readonly endpoints: readonly EndpointView[];
  readonly total: number;
}

interface EndpointsRequest {
  /** A part of the URL. */
  readonly text?: string | undefined;
  readonly urls?: readonly string[] | undefined;
  readonly limit: number;
  readonly offset: number;
}

/**
 * Returns a page of the endpoints that the actor may see: failing ones first, then paused ones,
 * then the newest.
 *
 * @throws Problem `management_not_allowed` for a key that may not manage webhooks
 */
export async function listEndpoints(
  db: Db,
  actor: Member | ApiKeyActor,
  wanted: EndpointsRequest,
  now: Date,
): Promise<EndpointPage> {
  if (actor.kind === 'key') assertMayManageWebhooks(actor);
  const { urls, limit, offset } = wanted;
  const text = wanted.text?.trim();
  const part = text && `%${escapeLike(text)}%`;
  const which = and(
    isVisibleEndpointSql(actor),
    part ? ilike(webhookEndpoint.url, part) : undefined,
    urls && inArray(webhookEndpoint.url, [...urls]),
  );
  const total = await db.$count(webhookEndpoint, which);
  return { endpoints: await readEndpoints(db, which, { limit, offset }, now), total };
}

/** @throws Problem `not_found`, also for an endpoint that the actor may not see */
export async function readEndpoint(
  db: Db,
  actor: Actor,
  id: string,
  now: Date,
): Promise<EndpointView> {
  const [endpoint] = await readEndpoints(
    db,
    isVisibleEndpointWithIdSql(actor, id),
    { limit: 1, offset: 0 },
    now,
  );
  if (!endpoint) throw endpointNotFound();
  return endpoint;
}

/** @param which a condition that selects endpoints of a single merchant */
export async function readEndpoints(
  db: Db,
  which: SQL | undefined,
  { limit, offset }: Pick<EndpointsRequest, 'limit' | 'offset'>,
  now: Date,
): Promise<EndpointView[]> {
  const last = db
    .select({ at: delivery.createdAt })
    .from(delivery)
    .where(isDeliveredToEndpointSql(webhookEndpoint))
    .orderBy(desc(delivery.createdAt))
    .limit(1)
    .as('last');
  const rows = await db
    .select({
      ...getTableColumns(webhookEndpoint),
      pausedByUser: sql<string | null>`${displayNameOfUser}`,
      standing: webhookEndpointStanding,
      hostPausedUntil: webhookHost.openUntil,
      lastEventAt: last.at,
    })
    .from(webhookEndpoint)
    .innerJoin(
      webhookHost,
      and(
        eq(webhookHost.merchantId, webhookEndpoint.merchantId),
        eq(webhookHost.host, webhookEndpoint.host),
      ),
    )
    .innerJoin(webhookEndpointStanding, eq(webhookEndpointStanding.endpointId, webhookEndpoint.id))
    .leftJoin(appUser, eq(appUser.id, webhookEndpoint.pausedBy))
    .leftJoinLateral(last, sql`true`)
    .where(which)
    .orderBy(
      desc(IS_FAILING),
      sql`${webhookEndpoint.pausedAt} is null`,
      desc(webhookEndpoint.createdAt),
      asc(webhookEndpoint.id),
    )
    .limit(limit)
    .offset(offset);
  const waiting = await readWaiting(db, rows);
  const hours = await readAttemptsByHour(
    db,
    rows.map(({ id }) => id),
    now,
  );
  return rows.map(({ standing: { endpointId, merchantId: _, ...standing }, ...row }) => {
    const until = row.hostPausedUntil;
    return {
      ...row,
      state: endpointState(row.pausedAt, standing),
      standing,
      hostPausedUntil: until && until > now ? until : null,
      waiting: waiting.get(row.url) ?? NOTHING,
      hours: hours.get(endpointId) ?? NO_ATTEMPTS,
    };
  });
}

const NOTHING: WaitingDeliveries = { count: 0, oldestAt: null, nextAttemptAt: null };

/**
 * Returns waiting deliveries by URL. The pending deliveries of a host are read once, even if
 * several URLs have this host.
 */
async function readWaiting(
  db: Db,
  endpoints: readonly EndpointRow[],
): Promise<ReadonlyMap<string, WaitingDeliveries>> {
  const [first] = endpoints;
  if (!first) return new Map();
  const hosts = [...new Set(endpoints.map(({ host }) => host))];
  const rows = await db
    .select({
      url: delivery.url,
      count: sql<number>`count(*)`.mapWith(Number),
      oldestAt: sql<Date | null>`min(${delivery.createdAt})`.mapWith(delivery.createdAt),
      nextAttemptAt: sql<Date | null>`min(${NEXT_ATTEMPT})`.mapWith(delivery.nextAttemptAt),
    })
    .from(delivery)
    .leftJoin(webhookHost, HOST_OF_DELIVERY)
    .where(
      and(
        sql`${delivery.status} = 'pending'`,
        eq(delivery.merchantId, first.merchantId),
        inArray(delivery.host, hosts),
      ),
    )
    .groupBy(delivery.url);
  return new Map(rows.map(({ url, ...waiting }) => [url, waiting]));
}
