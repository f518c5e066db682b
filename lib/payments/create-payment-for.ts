import { and, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey, wallet } from '@/db/schema/accounts';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import type { ChainSource } from '@/lib/chain/source';
import type { KeyActor } from '@/lib/domain/actor';
import { type Member, mayChange } from '@/lib/domain/actor';
import type { Network } from '@/lib/domain/network';
import { Problem } from '@/lib/domain/problems';
import { isUsable } from '@/lib/keys/key-conditions';
import { type CreateDeps, createPayment } from './create-payment';
import type { NewPayment } from './new-payment';
import type { PaymentJson } from './payment-json';

interface Deps extends Omit<CreateDeps, 'source' | 'onCreated'> {
  readonly sources: ReadonlyMap<Network, ChainSource>;
}

/**
 * Creates a payment with a key of the person's merchant, as if a program had asked with it.
 *
 * @throws Problem `forbidden` for a viewer; `not_found` for a key that cannot be used; and those
 *   of creating by the API
 */
export async function createPaymentFor(
  deps: Deps,
  actor: Member,
  apiKeyId: string,
  request: NewPayment,
  now: Date,
): Promise<PaymentJson> {
  mayChange(actor);
  const caller = await callerOf(deps.db, actor, apiKeyId, now);
  const source = deps.sources.get(caller.network);
  const onCreated = (tx: Db, paymentId: string) =>
    recordAuditEntry(tx, actor, 'payment.create', paymentId, { api_key_id: apiKeyId }, now);
  const answer = await createPayment({ ...deps, source, onCreated }, caller, request, now);
  return JSON.parse(answer.body) as PaymentJson;
}

async function callerOf(db: Db, actor: Member, apiKeyId: string, now: Date): Promise<KeyActor> {
  const [caller] = await db
    .select({
      apiKeyId: apiKey.id,
      merchantId: apiKey.merchantId,
      walletId: apiKey.walletId,
      network: apiKey.network,
      allowCustomAddresses: apiKey.allowCustomAddresses,
      allowedIps: apiKey.allowedIps,
      descriptor: wallet.descriptor,
    })
    .from(apiKey)
    .innerJoin(wallet, eq(wallet.id, apiKey.walletId))
    .where(and(eq(apiKey.id, apiKeyId), eq(apiKey.merchantId, actor.merchantId), isUsable(now)));
  if (!caller) throw new Problem('not_found', 'This account has no usable API key with this id.');
  return { kind: 'key', ...caller };
}
