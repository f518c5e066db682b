import { and, eq, gt, isNull, or, type Placeholder, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '@/db/client';
import { apiKey } from '@/db/schema/accounts';
import { membership } from '@/db/schema/people';
import type { Actor } from '@/lib/domain/actor';
import type { Network } from '@/lib/domain/network';
import { Problem } from '@/lib/domain/problems';

/** Returns the SQL condition for rows that have not expired, or have no expiry. */
export function isUnexpired(end: PgColumn, now: Date | Placeholder): SQL | undefined {
  return or(isNull(end), gt(end, now));
}

/** Returns the SQL condition for usable API keys: neither revoked nor expired. */
export function isUsableKey(now: Date | Placeholder): SQL | undefined {
  return and(isNull(apiKey.revokedAt), isUnexpired(apiKey.expiresAt, now));
}

/**
 * Returns the SQL condition for API keys whose payments and settings the actor may see; undefined
 * if the actor may see all of them.
 */
export function isKeyVisibleTo(actor: Actor): SQL | undefined {
  if (actor.kind === 'key') return eq(apiKey.id, actor.apiKeyId);
  return actor.kind === 'member' ? eq(apiKey.merchantId, actor.merchantId) : undefined;
}

interface KeyFilter {
  readonly apiKeyId?: string | undefined;
  readonly network?: Network | undefined;
}

export function keysVisibleTo(db: Db, actor: Actor, { apiKeyId, network }: KeyFilter = {}) {
  const named = apiKeyId ? eq(apiKey.id, apiKeyId) : undefined;
  const ofNetwork = network ? eq(apiKey.network, network) : undefined;
  return db
    .select({ id: apiKey.id })
    .from(apiKey)
    .where(and(isKeyVisibleTo(actor), named, ofNetwork));
}

/**
 * Locks a member's role until the transaction ends, so that a member who was just removed or
 * demoted can change nothing.
 *
 * @throws Problem `forbidden` when the actor's own role has just changed
 */
export async function lockRole(tx: Db, actor: Actor): Promise<void> {
  if (actor.kind !== 'member') return;
  const { merchantId, userId, role } = membership;
  const [own] = await tx
    .select({ role })
    .from(membership)
    .where(and(eq(merchantId, actor.merchantId), eq(userId, actor.userId)))
    .for('share');
  if (own?.role === actor.role) return;
  throw new Problem('forbidden', 'Your role in this team has just changed. Reload the page.');
}

type KeyRow = typeof apiKey.$inferSelect;

/**
 * Locks a key until the transaction ends, so that its changes run one after the other, and returns
 * the key.
 *
 * @throws Problem `not_found`, also for a key that the actor may not see; the problems of {@link
 *   lockRole}
 */
export async function lockKey(tx: Db, actor: Actor, apiKeyId: string): Promise<KeyRow> {
  const [row] = await tx
    .select()
    .from(apiKey)
    .where(and(eq(apiKey.id, apiKeyId), isKeyVisibleTo(actor)))
    .for('update');
  if (!row) throw new Problem('not_found', 'There is no API key with this id.');
  await lockRole(tx, actor);
  return row;
}

/**
 * Like {@link lockKey}, but refuses a revoked key.
 *
 * @throws Problem `not_found`; for a revoked key `forbidden`, or `unauthorized` if the actor is
 *  this key
 */
export async function lockUnrevokedKey(tx: Db, actor: Actor, apiKeyId: string): Promise<KeyRow> {
  const row = await lockKey(tx, actor, apiKeyId);
  if (row.revokedAt) {
    const code = actor.kind === 'key' ? 'unauthorized' : 'forbidden';
    throw new Problem(code, 'This API key is revoked: create a new one.');
  }
  return row;
}
