import { desc, eq, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { type ConnectionUse, connectionUse } from '@/db/connection-use';
import { webhookHost } from '@/db/schema/endpoints';
import type { Member } from '@/lib/domain/actor';
import type { Network } from '@/lib/domain/network';
import { type OutboxLag, outboxLag } from '@/lib/webhooks/delivery/outbox-lag';
import { nextExpiryAt } from '../expire-payments';

export interface WebhookHostHealth {
  readonly host: string;
  readonly failures: number;
  /** The end of the pause after failures, possibly in the past. */
  readonly openUntil: Date | null;
  readonly lastSuccessAt: Date | null;
  readonly lastFailureAt: Date | null;
}

export interface SystemHealth {
  readonly hosts: readonly WebhookHostHealth[];
  readonly outbox: OutboxLag;
  readonly database: ConnectionUse;
  /** How long the oldest overdue payment has waited for its expiry; 0 if none waits. */
  readonly expiryLagSeconds: number;
}

const MAX_HOSTS = 100;

/** @param networks the networks that the server follows */
export async function systemHealth(
  db: Db,
  actor: Member,
  networks: Iterable<Network>,
  now: Date,
): Promise<SystemHealth> {
  const { host, failures, openUntil, lastSuccessAt, lastFailureAt } = webhookHost;
  const hosts = await db
    .select({ host, failures, openUntil, lastSuccessAt, lastFailureAt })
    .from(webhookHost)
    .where(eq(webhookHost.merchantId, actor.merchantId))
    .orderBy(sql`${openUntil} desc nulls last`, desc(failures), host)
    .limit(MAX_HOSTS);
  return {
    hosts,
    outbox: await outboxLag(db, now),
    database: await connectionUse(db),
    expiryLagSeconds: overdueSeconds(await nextExpiryAt(db, networks), now),
  };
}

function overdueSeconds(at: Date | null, now: Date): number {
  return at ? Math.max(0, Math.round((now.getTime() - at.getTime()) / 1_000)) : 0;
}
