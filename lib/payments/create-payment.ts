import type { Db } from '@/db/client';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import type { ChainSource } from '@/lib/chain/source';
import { type Actor, type KeyActor, mayChange } from '@/lib/domain/actor';
import { type Network, networkVariable } from '@/lib/domain/network';
import { Problem } from '@/lib/domain/problems';
import { usableKey } from '@/lib/keys/usable-key';
import type { Resolve } from '@/lib/webhooks/resolve-host';
import { checkWebhookTarget } from '@/lib/webhooks/target-guard';
import type { TargetPolicy } from '@/lib/webhooks/target-url';
import { customDestination } from './custom-destination';
import {
  type Destination,
  type NewPayment,
  newPaymentRow,
  nextAddressOf,
  type PaymentRow,
} from './payment-row';
import { type Companion, type CompanionKind, insertInTurn, type Made } from './wallet-queue';

export interface CreateDeps {
  readonly db: Db;
  /** Without the networks that are switched off. */
  readonly sources: ReadonlyMap<Network, ChainSource>;
  /** Where webhooks may go. */
  readonly policy: TargetPolicy;
  /** Resolver for the host names of webhook URLs; by default DNS. */
  readonly resolve?: Resolve;
}

/**
 * Creates a payment for an API key, in one transaction with its audit entry and the companions
 * that are passed in. A refused request leaves nothing behind.
 *
 * @param apiKeyId the key that the payment belongs to: for a key actor itself, for a member one of
 *   the merchant's keys
 * @returns the payment, or what a companion returns in its place
 * @throws Problem `forbidden` for a viewer; `not_found` for a key that cannot be used;
 *   `network_unavailable`; `webhook_url_rejected`; those of {@link customDestination};
 *   `address_in_use`
 */
export async function createPayment<Instead = never>(
  deps: CreateDeps,
  actor: Actor,
  apiKeyId: string,
  request: NewPayment,
  now: Date,
  companions: readonly Companion<Instead>[] = [],
): Promise<PaymentRow | Instead> {
  mayChange(actor);
  const key = await usableKey(deps.db, actor, apiKeyId, now);
  const destination = await prepare(deps, key, request);
  const draft = newPaymentRow(key, request, destination, now);
  const audited = actor.kind === 'key' ? [] : [{ kind: AUDIT_ENTRY, item: actor }];
  return insertInTurn(deps.db, key, draft, [...companions, ...audited]);
}

const AUDIT_ENTRY: CompanionKind = {
  async write(tx, made: readonly Made<Actor>[]) {
    for (const { item: actor, payment } of made) {
      const { id, apiKeyId, createdAt } = payment;
      await recordAuditEntry(tx, actor, 'payment.create', id, { api_key_id: apiKeyId }, createdAt);
    }
  },
};

/** The work that needs the network, done before the transaction. */
async function prepare(
  { db, sources, policy, resolve }: CreateDeps,
  key: KeyActor,
  { destinationAddress, webhookUrl }: NewPayment,
): Promise<Destination> {
  const source = sources.get(key.network);
  if (!source) {
    throw new Problem(
      'network_unavailable',
      `Payments on ${key.network} are not followed: set ${networkVariable(key.network)} on the server.`,
      { retryAfterSeconds: 60 },
    );
  }
  const destination =
    destinationAddress === null
      ? nextAddressOf(key)
      : await customDestination(db, source, key, destinationAddress);
  if (webhookUrl !== null) {
    await checkWebhookTarget(webhookUrl, policy, resolve);
  }
  return destination;
}
