import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey } from '@/db/schema/accounts';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { type Member, mayAdminister } from '@/lib/domain/actor';
import { Problem } from '@/lib/domain/problems';
import { checkKeySettings, type KeySettings, settingsColumns } from './key-settings';
import { ownKey } from './own-key';

/**
 * Changes what is given of a key's settings. Its network and its wallet are for good.
 *
 * @throws Problem `forbidden` unless the person is an owner, and for a revoked key; `not_found`;
 *   `invalid_request` at the fields
 */
export async function updateKeyFor(
  db: Db,
  actor: Member,
  apiKeyId: string,
  changes: Partial<KeySettings>,
  now: Date,
): Promise<void> {
  mayAdminister(actor);
  await db.transaction(async (tx) => {
    const before = await ownKey(tx, actor, apiKeyId);
    if (before.revokedAt) throw new Problem('forbidden', 'This API key is revoked.');
    // An expiry that has passed may stay as it is; a new one must lie in the future.
    const settings = checkKeySettings({ ...before, expiresAt: null, ...changes }, now);
    const expiresAt = changes.expiresAt === undefined ? before.expiresAt : changes.expiresAt;
    await tx
      .update(apiKey)
      .set({ ...settingsColumns(settings), expiresAt })
      .where(eq(apiKey.id, apiKeyId));
    const data = { name: settings.name, changed: Object.keys(changes) };
    await recordAuditEntry(tx, actor, 'key.update', apiKeyId, data, now);
  });
}
