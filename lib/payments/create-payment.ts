import type { Db } from '@/db/client';
import type { TipSource } from '@/lib/chain/source';
import { type Actor, type ApiKeyActor, assertMayChange } from '@/lib/domain/actor';
import { type Network, networkEnvName } from '@/lib/domain/network';
import { Problem } from '@/lib/domain/problems';
import { isHttpsUrl } from '@/lib/domain/return-url';
import { lockRole } from '@/lib/keys/key-conditions';
import { requireStillUsable, requireUsableKey } from '@/lib/keys/require-usable-key';
import { reportAlteration } from '@/lib/keys/seal';
import type { Rates } from '@/lib/rates/rates';
import { queueChange } from '@/lib/server/changes/queue-change';
import type { Resolve } from '@/lib/webhooks/transport/resolve-host';
import { checkWebhookTarget } from '@/lib/webhooks/transport/target-guard';
import type { TargetPolicy } from '@/lib/webhooks/transport/target-url';
import { checkReturnUrl } from './check-return-url';
import { customDestination } from './custom-destination';
import {
  type CreatedPayment,
  findEarlierResults,
  type IdempotencyKey,
  idempotencyKey,
  type KeyedRequest,
} from './idempotency';
import { type AdmitPayment, type InsertPaymentRequest, insertPayment } from './insert-payments';
import type { NewPaymentSignal } from './new-payment-signal';
import {
  type NewPayment,
  newPaymentRow,
  type PaymentDestination,
  type PaymentRow,
  type UnquotedPayment,
  unassignedDestination,
} from './payment-row';
import { quotePayment } from './quote-payment';
import type { PaymentChangeHook } from './record-standings';

export interface CreateDeps {
  readonly db: Db;
  /** The source of each network that is switched on. */
  readonly sources: ReadonlyMap<Network, TipSource>;
  readonly newPayments: NewPaymentSignal;
  readonly rates: Rates;
  readonly policy: TargetPolicy;
  readonly resolve?: Resolve;
  readonly afterChange?: PaymentChangeHook;
}

/**
 * Creates a payment for an API key and notifies open dashboards. A refused request leaves nothing
 * behind.
 *
 * @param apiKeyId the API key of the request, or the key that the member chose
 * @param admit may refuse the payment at the end, in its transaction
 * @throws Problem `forbidden` for a viewer; `not_found` for a key that cannot be used;
 *   `network_unavailable`; `webhook_url_rejected`; the problems of {@link customDestination},
 *   {@link checkReturnUrl} and {@link quotePayment}; `address_in_use`; the problem that `admit`
 *   returns
 */
export async function createPayment(
  deps: CreateDeps,
  actor: Actor,
  apiKeyId: string,
  request: NewPayment | UnquotedPayment,
  now: Date,
  admit?: AdmitPayment,
): Promise<PaymentRow> {
  assertMayChange(actor);
  const key = await requireUsableKey(deps.db, actor, apiKeyId, now);
  const member = actor.kind === 'member' ? actor : undefined;
  const draft = await draftOf(deps, key, request, now);
  // The role may have changed while DNS or a rate was looked up.
  await lockRole(deps.db, actor);
  return (await insert(deps, key, { draft, extra: request.extra, member, admit })).payment;
}

/**
 * Creates a payment once for an Idempotency-Key. Equal requests return the payment as it was
 * created, even if they would be refused by now.
 *
 * @param admit may refuse the payment at the end, in its transaction
 * @throws Problem the problems of {@link createPayment}; `idempotency_key_reused`;
 *   `idempotency_in_progress`; the problem that `admit` returns
 */
export async function createPaymentOnce(
  deps: CreateDeps,
  key: ApiKeyActor,
  request: NewPayment | UnquotedPayment,
  keyed: KeyedRequest,
  now: Date,
  admit?: AdmitPayment,
): Promise<CreatedPayment> {
  const idempotency = idempotencyKey(keyed, now);
  // The insert also finds the payment of an earlier equal request. Search here only if this request
  // may be refused or delayed before the insert.
  const { destinationAddress, webhookUrl, extra } = request;
  const plainReturn = extra?.returnUrl != null && !isHttpsUrl(extra.returnUrl);
  const checked = destinationAddress !== null || webhookUrl !== null || plainReturn;
  if ('asked' in request || checked || !deps.sources.has(key.network)) {
    const earlier = await earlierResult(deps.db, idempotency);
    if (earlier instanceof Problem) throw earlier;
    if (earlier) return ofKey(key, earlier);
  }
  let draft: PaymentRow;
  try {
    draft = await draftOf(deps, key, request, now);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // An equal request may have created its payment while this one was being refused.
    const earlier = await earlierResult(deps.db, idempotency);
    if (!earlier || earlier instanceof Problem) throw error;
    return ofKey(key, earlier);
  }
  return ofKey(key, await insert(deps, key, { draft, extra, key: idempotency, admit }));
}

/**
 * Throws if the payment belongs to another API key, which happens only if somebody changed the
 * database.
 */
function ofKey({ apiKeyId, merchantId }: ApiKeyActor, made: CreatedPayment): CreatedPayment {
  if (made.payment.apiKeyId === apiKeyId) return made;
  throw reportAlteration({ kind: 'payment', id: made.payment.id, owner: { merchantId } });
}

async function earlierResult(db: Db, key: IdempotencyKey) {
  return (await findEarlierResults(db, [key])).get(key);
}

async function insert(
  { db, newPayments, afterChange }: CreateDeps,
  key: ApiKeyActor,
  request: InsertPaymentRequest,
): Promise<CreatedPayment> {
  const made = await insertPayment(db, key, { ...request, afterChange });
  if (!made.replayed) {
    newPayments.emit(key.network);
    queueChange(db, key.merchantId, `payment ${made.payment.id}`);
  }
  return made;
}

async function draftOf(
  deps: CreateDeps,
  key: ApiKeyActor,
  request: NewPayment | UnquotedPayment,
  now: Date,
): Promise<PaymentRow> {
  const destination = await prepare(deps, key, request, now);
  const terms =
    'asked' in request ? await quotePayment(deps.rates, key.network, request, now) : request;
  return newPaymentRow(key, terms, destination, now);
}

/** Does the work that needs the network, before the transaction. */
async function prepare(
  { db, sources, policy, resolve }: CreateDeps,
  key: ApiKeyActor,
  { destinationAddress, webhookUrl, paymentLinkId, extra }: NewPayment | UnquotedPayment,
  now: Date,
): Promise<PaymentDestination> {
  if (extra) checkReturnUrl(extra, policy);
  const source = sources.get(key.network);
  if (!source) {
    throw new Problem(
      'network_unavailable',
      `Payments on ${key.network} are not followed: set ${networkEnvName(key.network)} on the server.`,
      { retryAfterSeconds: 60 },
    );
  }
  const destination =
    destinationAddress === null
      ? unassignedDestination(key)
      : await customDestination(db, source, key, destinationAddress, now);
  // Only the request's own URL is checked here: a customer can do nothing about a shop's DNS. Other
  // URLs were checked when they were set, and each attempt checks every URL again.
  if (webhookUrl !== null && paymentLinkId === undefined) {
    await checkWebhookTarget(webhookUrl, policy, resolve);
    await requireStillUsable(db, key.apiKeyId, now);
  }
  return destination;
}
