import type { Db } from '@/db/client';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { type Member, mayAdminister } from '@/lib/domain/actor';
import { Problem } from '@/lib/domain/problems';
import { ownKey } from './own-key';
import { activeSigningSecrets } from './signing-secrets';
import type { Vault } from './vault';

/**
 * The current signing secret of a key of the owner's merchant, in clear. That it was looked at is
 * written down first.
 *
 * @throws Problem `forbidden` unless the person is an owner; `not_found`
 */
export async function revealSigningSecretFor(
  db: Db,
  vault: Vault,
  actor: Member,
  apiKeyId: string,
  now: Date,
): Promise<string> {
  mayAdminister(actor);
  return db.transaction(async (tx) => {
    const { name } = await ownKey(tx, actor, apiKeyId);
    await recordAuditEntry(tx, actor, 'signing_secret.reveal', apiKeyId, { name }, now);
    const [newest] = await activeSigningSecrets(tx, vault, apiKeyId, now);
    if (newest === undefined) throw new Problem('not_found', 'This API key has no signing secret.');
    return newest;
  });
}
