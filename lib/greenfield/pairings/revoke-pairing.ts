import { and, eq, getTableColumns, isNull } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey } from '@/db/schema/accounts';
import { greenfieldKey } from '@/db/schema/greenfield';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { type ApiKeyActor, assertMayAdminister, type Member } from '@/lib/domain/actor';
import { parseUrl } from '@/lib/domain/parse-url';
import { Problem } from '@/lib/domain/problems';
import { isKeyVisibleTo, lockRole } from '@/lib/keys/key-conditions';

/**
 * Revokes a plugin's key immediately and for good. A second call changes nothing.
 *
 * @throws Problem `forbidden` unless the actor is an owner; `not_found`
 */
export async function revokePairing(db: Db, actor: Member, id: string, now: Date): Promise<void> {
  assertMayAdminister(actor);
  await db.transaction(async (tx) => {
    const [row] = await tx
      .select({ ...getTableColumns(greenfieldKey), keyName: apiKey.name })
      .from(greenfieldKey)
      .innerJoin(apiKey, eq(apiKey.id, greenfieldKey.apiKeyId))
      .where(and(eq(greenfieldKey.id, id), isKeyVisibleTo(actor)))
      .for('update', { of: greenfieldKey });
    if (!row) throw new Problem('not_found', 'There is no connection with this id.');
    await lockRole(tx, actor);
    if (row.revokedAt) return;
    await tx.update(greenfieldKey).set({ revokedAt: now }).where(eq(greenfieldKey.id, id));
    const host = parseUrl(row.redirectUrl ?? '')?.host;
    const data = { name: row.label, key: row.keyName, ...(host && { host }) };
    await recordAuditEntry(tx, actor, 'pairing.revoke', id, data, now);
  });
}

/** Revokes a plugin's key at the plugin's own request. A second call changes nothing. */
export async function revokeOwnPairing(
  db: Db,
  store: ApiKeyActor,
  pairingId: string,
  now: Date,
): Promise<void> {
  const { id, apiKeyId, revokedAt } = greenfieldKey;
  await db
    .update(greenfieldKey)
    .set({ revokedAt: now })
    .where(and(eq(id, pairingId), eq(apiKeyId, store.apiKeyId), isNull(revokedAt)));
}
