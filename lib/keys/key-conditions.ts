import { and, eq, gt, isNull, or, type SQL } from 'drizzle-orm';
import { apiKey } from '@/db/schema/accounts';
import type { Actor } from '@/lib/domain/actor';

/** SQL of the API keys that can be used: neither revoked nor expired. */
export function isUsable(now: Date): SQL | undefined {
  return and(isNull(apiKey.revokedAt), or(isNull(apiKey.expiresAt), gt(apiKey.expiresAt, now)));
}

/** SQL of the API keys whose payments and settings the actor may see; undefined: all of them. */
export function visibleTo(actor: Actor): SQL | undefined {
  if (actor.kind === 'key') return eq(apiKey.id, actor.apiKeyId);
  return actor.kind === 'member' ? eq(apiKey.merchantId, actor.merchantId) : undefined;
}
