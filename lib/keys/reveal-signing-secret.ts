import { eq, max } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { signingSecret } from '@/db/schema/accounts';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { type Actor, assertMayAdminister, requireRecentFactor } from '@/lib/domain/actor';
import { Problem } from '@/lib/domain/problems';
import { lockKey } from './key-conditions';
import { newestSigningSecret } from './signing-secrets';
import type { Vault } from './vault';

/**
 * Returns a key's current signing secret, in plain text. The audit entry is written first.
 *
 * @throws Problem `forbidden` unless the actor is an owner or the operator; `not_found`
 */
export async function revealSigningSecret(
  db: Db,
  vault: Vault,
  actor: Actor,
  apiKeyId: string,
  now: Date,
): Promise<string> {
  assertMayAdminister(actor);
  requireRecentFactor(actor, now);
  return db.transaction(async (tx) => {
    const { name } = await lockKey(tx, actor, apiKeyId);
    const at = await atLeastNewest(tx, apiKeyId, now);
    await recordAuditEntry(tx, actor, 'signing_secret.reveal', apiKeyId, { name }, at);
    const newest = await newestSigningSecret(tx, vault, apiKeyId, now);
    if (newest === undefined) throw new Problem('not_found', 'This API key has no signing secret.');
    return newest;
  });
}

/**
 * Returns `now`, or the creation time of the newest secret if that is later: clocks of servers may
 * differ, and a rotation may delay the request. list-keys-to-rotate.ts infers from the time of the
 * audit entry which secret was revealed.
 */
async function atLeastNewest(tx: Db, apiKeyId: string, now: Date): Promise<Date> {
  const [newest] = await tx
    .select({ at: max(signingSecret.createdAt) })
    .from(signingSecret)
    .where(eq(signingSecret.ownerId, apiKeyId));
  return newest?.at && newest.at > now ? newest.at : now;
}
