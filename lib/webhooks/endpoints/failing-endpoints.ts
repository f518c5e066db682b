import { and, asc, desc, eq, gt, isNotNull, or, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { webhookEndpoint, webhookEndpointStanding } from '@/db/schema/endpoints';
import { payment } from '@/db/schema/payments';
import { delivery } from '@/db/schema/webhooks';
import type { Member } from '@/lib/domain/actor';
import { ATTEMPTS_FOR_STATE } from '@/lib/domain/endpoint-state';
import { RETRY_WINDOW_MS } from '@/lib/domain/retry-schedule';
import { keysVisibleTo } from '@/lib/keys/key-conditions';

/** An endpoint that is failing, was switched off, or has deliveries that were given up. */
export interface FailingEndpoint {
  readonly id: string;
  readonly name: string | null;
  readonly url: string;
  /** Whether the endpoint fails, by the rule of `endpointState`, or is switched off. */
  readonly failing: boolean;
  readonly failingSince: Date | null;
  /** Consecutive failed attempts with the same status and cause as the last one. */
  readonly sameInARow: number;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly switchedOffAt: Date | null;
  /** Detected or confirmed payments with an event that waits for this endpoint. */
  readonly paidOrdersWaiting: number;
  /** Deliveries that were recently given up and are not marked as done. */
  readonly givenUp: number;
}

const MAX_ENDPOINTS = 5;
/** A delivery that was given up is reported until two days after its last retry. */
const GIVEN_UP_NEWS_MS = RETRY_WINDOW_MS + 2 * 86_400_000;

/** Whether an endpoint is failing, by the rule of `endpointState`. */
export const IS_FAILING = sql<boolean>`(${webhookEndpoint.pausedAt} is null
  and ${webhookEndpointStanding.failingSince} is not null
  and (${webhookEndpointStanding.inARow} >= ${sql.raw(String(ATTEMPTS_FOR_STATE))}
    or ${webhookEndpointStanding.lastSuccessAt} is null))`;

/**
 * Returns endpoints that need a member's action, up to a limit: first endpoints that were switched
 * off, then failing endpoints (longest first), then endpoints with given-up deliveries (latest
 * first).
 */
export async function failingEndpoints(
  db: Db,
  member: Member,
  now: Date,
): Promise<FailingEndpoint[]> {
  const { merchantId } = member;
  const standing = webhookEndpointStanding;
  const missed = givenUpBy(db, member, now);
  const isFailing = sql<boolean>`coalesce(${or(IS_FAILING, webhookEndpoint.switchedOff)}, false)`;
  const waiting = sql<number>`(
    select count(distinct ${delivery.paymentId}) from ${delivery}
    join ${payment} on ${payment.id} = ${delivery.paymentId}
      and ${payment.status} in ('detected', 'confirmed')
    where ${delivery.status} = 'pending' and ${delivery.merchantId} = ${webhookEndpoint.merchantId}
      and ${delivery.host} = ${webhookEndpoint.host} and ${delivery.url} = ${webhookEndpoint.url}
  )`.mapWith(Number);
  return db
    .with(missed)
    .select({
      id: webhookEndpoint.id,
      name: webhookEndpoint.name,
      url: webhookEndpoint.url,
      failing: isFailing,
      failingSince: standing.failingSince,
      sameInARow: sql<number>`coalesce(${standing.sameInARow}, 0)`,
      lastStatus: standing.lastStatus,
      lastError: standing.lastError,
      switchedOffAt: sql<Date | null>`case when ${webhookEndpoint.switchedOff}
        then ${webhookEndpoint.pausedAt} end`.mapWith(webhookEndpoint.pausedAt),
      paidOrdersWaiting: waiting,
      givenUp: sql<number>`coalesce(${missed.count}, 0)`.mapWith(Number),
    })
    .from(webhookEndpoint)
    .leftJoin(standing, eq(standing.endpointId, webhookEndpoint.id))
    .leftJoin(missed, eq(missed.url, webhookEndpoint.url))
    .where(and(eq(webhookEndpoint.merchantId, merchantId), or(isNotNull(missed.url), isFailing)))
    .orderBy(
      desc(webhookEndpoint.switchedOff),
      desc(isFailing),
      sql`case when ${isFailing} then ${standing.failingSince} end`,
      desc(missed.newestAt),
      asc(webhookEndpoint.id),
    )
    .limit(MAX_ENDPOINTS);
}

function givenUpBy(db: Db, member: Member, now: Date) {
  const since = new Date(now.getTime() - GIVEN_UP_NEWS_MS);
  return db.$with('missed').as(
    db
      .select({
        url: delivery.url,
        count: sql<number>`count(*)`.as('given_up'),
        newestAt: sql<Date>`max(${delivery.createdAt})`.as('newest_at'),
      })
      .from(delivery)
      .where(
        and(
          // PostgreSQL evaluates the array of keys before it reads rows, so it uses the index.
          sql`${delivery.apiKeyId} = any(array(${keysVisibleTo(db, member)}))`,
          eq(delivery.status, 'failed'),
          eq(delivery.handled, false),
          gt(delivery.createdAt, since),
        ),
      )
      .groupBy(delivery.url),
  );
}

/** Counts the failing endpoints of the member's merchant, or of all merchants. */
export async function countFailingEndpoints(db: Db, member?: Member): Promise<number> {
  const [row] = await db
    .select({ failing: sql<number>`count(*)`.mapWith(Number) })
    .from(webhookEndpointStanding)
    .innerJoin(webhookEndpoint, eq(webhookEndpoint.id, webhookEndpointStanding.endpointId))
    .where(
      and(
        member && eq(webhookEndpointStanding.merchantId, member.merchantId),
        sql`${webhookEndpointStanding.failingSince} is not null`,
        IS_FAILING,
      ),
    );
  return row?.failing ?? 0;
}
