import { desc, eq, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { type ConnectionUse, connectionUse } from '@/db/connection-use';
import { webhookHost } from '@/db/schema/endpoints';
import type { Member } from '@/lib/domain/actor';
import type { Network } from '@/lib/domain/network';
import { type OutboxLag, outboxLag } from '@/lib/webhooks/delivery/outbox-lag';
import { nextExpiryAt } from '../expire-payments';

/** A host that receives webhooks of the actor's merchant, and its breaker. */
export interface HostState {
  readonly host: string;
  /** Number of consecutive attempts that failed. */
  readonly failures: number;
  /** End of the pause after failures. It may be past. */
  readonly openUntil: Date | null;
  readonly lastSuccessAt: Date | null;
  readonly lastFailureAt: Date | null;
}

/** The merchant's webhook hosts, and the delays of this installation's jobs. */
export interface SystemHealth {
  readonly hosts: readonly HostState[];
  readonly outbox: OutboxLag;
  readonly database: ConnectionUse;
  /** Seconds for which the oldest overdue payment has waited for its expiry; 0 without one. */
  readonly expiryLagSeconds: number;
}

const MAX_HOSTS = 100;

/**
 * Returns the state of the merchant's webhook hosts and of the installation's jobs.
 *
 * @param networks the networks that the server follows
 */
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
