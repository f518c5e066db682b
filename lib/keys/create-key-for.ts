import type { Db } from '@/db/client';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { type Member, mayAdminister } from '@/lib/domain/actor';
import { type CreatedKey, createKey, type NewKey } from './create-key';
import { readingDescriptor } from './descriptor-problem';
import type { Vault } from './vault';

/**
 * Makes an API key for the owner's merchant. Both secrets are in clear in the answer only.
 *
 * @throws Problem `forbidden` unless the person is an owner; `invalid_request` at the fields
 */
export async function createKeyFor(
  db: Db,
  vault: Vault,
  actor: Member,
  request: Omit<NewKey, 'merchantId'>,
  now: Date,
): Promise<CreatedKey> {
  mayAdminister(actor);
  return readingDescriptor(() =>
    db.transaction(async (tx) => {
      const { merchantId } = actor;
      const key = await createKey(tx, vault, { ...request, merchantId }, now);
      const data = { name: key.name, network: key.network, wallet_id: key.walletId };
      await recordAuditEntry(tx, actor, 'key.create', key.id, data, now);
      return key;
    }),
  );
}
