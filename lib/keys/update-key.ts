import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey } from '@/db/schema/accounts';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import {
  type Actor,
  assertMayAdminister,
  assertMayManageWebhooks,
  requireRecentFactor,
} from '@/lib/domain/actor';
import { hideSecret } from '@/lib/domain/secret-text';
import { checkDefaultUrl, throwOnDefaultUrl, type WebhookUrlCheck } from './check-default-url';
import { lockUnrevokedKey } from './key-conditions';
import { checkKeySettings, type KeySettings, settingsColumns } from './key-settings';

/**
 * Changes the given settings of a key. Its network and wallet never change.
 *
 * @throws Problem `forbidden` unless the actor is an owner or the operator, and for a revoked key;
 *   `management_not_allowed` for a key; `step_up_required`; `not_found`; `invalid_request` and
 *   `webhook_url_rejected` at the fields
 */
export async function updateKey(
  db: Db,
  actor: Actor,
  apiKeyId: string,
  changes: Partial<KeySettings>,
  now: Date,
  checkUrl: WebhookUrlCheck = throwOnDefaultUrl,
): Promise<void> {
  mayUpdate(actor, changes, now);
  await checkDefaultUrl(changes.defaultWebhookUrl, checkUrl);
  await db.transaction(async (tx) => {
    const before = await lockUnrevokedKey(tx, actor, apiKeyId);
    // A new expiry must be in the future, but an unchanged one may be past.
    const settings = checkKeySettings({ ...before, expiresAt: null, ...changes }, now);
    const expiresAt = changes.expiresAt === undefined ? before.expiresAt : changes.expiresAt;
    await tx
      .update(apiKey)
      .set({ ...settingsColumns(settings), expiresAt })
      .where(eq(apiKey.id, apiKeyId));
    const after = { ...settings, expiresAt };
    const data = { name: settings.name, changed: changedSettings(before, after) };
    await recordAuditEntry(tx, actor, 'key.update', apiKeyId, data, now);
  });
}

function changedSettings(before: KeySettings, after: KeySettings) {
  const names = Object.keys(after) as (keyof KeySettings)[];
  const changes = names.flatMap((name) => {
    const [from, to] = [recorded(before[name]), recorded(after[name])];
    return from === to ? [] : [[name, { from, to }] as const];
  });
  return Object.fromEntries(changes);
}

/** Returns a setting as text. Secrets, which webhook URLs may contain, are hidden. */
function recorded(value: KeySettings[keyof KeySettings]): string | null {
  if (value === null) return null;
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (value instanceof Date) return value.toISOString();
  return hideSecret(typeof value === 'string' ? value : value.join(' '));
}

/** The settings that a key may change itself. The other settings decide what the key may do. */
const OWN_SETTINGS: readonly string[] = ['webhookEvents', 'embedOrigins'];

function mayUpdate(actor: Actor, changes: Partial<KeySettings>, now: Date): void {
  const isOwn = Object.keys(changes).every((name) => OWN_SETTINGS.includes(name));
  if (actor.kind === 'key' && isOwn) assertMayManageWebhooks(actor);
  else assertMayAdminister(actor);
  if (!isOwn) requireRecentFactor(actor, now);
}
