import type { Db } from '@/db/client';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { assertMayAdminister, type Member, requireRecentFactor } from '@/lib/domain/actor';
import { invalidField } from '@/lib/domain/problems';
import { findOrAddWallet, refusePrivateKey } from './find-or-add-wallet';
import { lockRole } from './key-conditions';
import { parseWalletInput, type WalletInput } from './preview-addresses';

/**
 * Adds a wallet to the actor's merchant, so that new API keys can use it, and returns its id.
 *
 * @throws Problem `forbidden` unless the actor is an owner; `invalid_request` at the fields, also
 *  for a wallet that the merchant has already; the problems of {@link findOrAddWallet}
 */
export async function addWallet(
  db: Db,
  actor: Member,
  request: WalletInput & { readonly name: string },
  now: Date,
): Promise<string> {
  assertMayAdminister(actor);
  requireRecentFactor(actor, now);
  refusePrivateKey(request.name);
  const typed = await parseWalletInput(request);
  return db.transaction(async (tx) => {
    await lockRole(tx, actor);
    const { row, name, isNew } = await findOrAddWallet(
      tx,
      actor,
      actor.merchantId,
      typed,
      now,
      request.name,
    );
    if (!isNew) {
      const message = `This is your wallet “${name}” already.`;
      throw invalidField('/descriptor', 'already_added', message);
    }
    const data = { name, network: row.network };
    await recordAuditEntry(tx, actor, 'wallet.add', row.id, data, now);
    return row.id;
  });
}
