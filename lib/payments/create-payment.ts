import type { Db } from '@/db/client';
import type { ChainSource } from '@/lib/chain/source';
import type { KeyActor } from '@/lib/domain/actor';
import { networkVariable } from '@/lib/domain/network';
import { Problem } from '@/lib/domain/problems';
import { publicUrl } from '@/lib/domain/public-url';
import type { Resolve } from '@/lib/webhooks/resolve-host';
import { checkWebhookTarget } from '@/lib/webhooks/target-guard';
import { customDestination } from './custom-destination';
import {
  claimAnswer,
  earlierAnswer,
  type IdempotencyClaim,
  rememberAnswers,
  type StoredAnswer,
} from './idempotency';
import { insertCustom } from './insert-custom';
import { insertDerived } from './insert-derived';
import { insertTogether } from './insert-together';
import type { Destination, NewPayment } from './new-payment';
import { paymentJson } from './payment-json';
import type { PaymentRow } from './payment-row';

export interface CreateDeps {
  readonly db: Db;
  /** The chain source of the caller's network; undefined while the network is switched off. */
  readonly source: ChainSource | undefined;
  readonly appUrl: URL;
  readonly privateWebhookTargets: boolean;
  /** How names in webhook URLs are resolved, if not by DNS. */
  readonly resolve?: Resolve;
  /** What else is written in the transaction of a new payment. */
  readonly onCreated?: (tx: Db, paymentId: string) => Promise<void>;
}

export interface CreateAnswer extends StoredAnswer {
  /** Whether this is the answer to an earlier request with the same Idempotency-Key. */
  readonly replayed: boolean;
}

/**
 * Creates a payment and its answer in one transaction: with a claim, both exist once, however
 * often and however parallel the request comes. A refused request leaves nothing behind.
 *
 * @throws Problem as documented for the operation
 */
export async function createPayment(
  deps: CreateDeps,
  caller: KeyActor,
  request: NewPayment,
  now: Date,
  claim?: IdempotencyClaim,
): Promise<CreateAnswer> {
  const earlier = claim && (await earlierAnswer(deps.db, claim, now));
  if (earlier) return { ...earlier, replayed: true };
  const destination = await prepare(deps, caller, request);
  const answerOf = (row: PaymentRow) => createdAnswer(row, deps.appUrl);
  if (!destination && !deps.onCreated) {
    const once = claim && { claim, answerOf };
    const inserted = await insertTogether(deps.db, caller, request, now, once);
    return 'row' in inserted
      ? { ...answerOf(inserted.row), replayed: false }
      : { ...inserted.earlier, replayed: true };
  }
  return deps.db.transaction(async (tx) => {
    const first = claim && (await claimAnswer(tx, claim, now));
    if (first) return { ...first, replayed: true };
    const row = destination
      ? await insertCustom(tx, caller, request, destination, now)
      : await insertDerived(tx, caller, request, now);
    await deps.onCreated?.(tx, row.id);
    const answer = answerOf(row);
    if (claim) await rememberAnswers(tx, [{ claim, answer, now }]);
    return { ...answer, replayed: false };
  });
}

function createdAnswer(row: PaymentRow, appUrl: URL): StoredAnswer {
  return {
    status: 201,
    body: JSON.stringify(paymentJson(row, null, appUrl)),
    location: publicUrl(appUrl, `/v1/btc/payments/${row.id}`),
  };
}

/** All that needs the network, done before the transaction; undefined: derive the address. */
async function prepare(
  deps: CreateDeps,
  caller: KeyActor,
  request: NewPayment,
): Promise<Destination | undefined> {
  if (!deps.source) {
    throw new Problem(
      'network_unavailable',
      `Payments on ${caller.network} are not followed: set ${networkVariable(caller.network)} on the server.`,
      { retryAfterSeconds: 60 },
    );
  }
  const destination =
    request.destinationAddress === null
      ? undefined
      : await customDestination(deps.db, deps.source, caller, request.destinationAddress);
  if (request.webhookUrl !== null) {
    const policy = { allowPrivate: deps.privateWebhookTargets };
    await checkWebhookTarget(request.webhookUrl, policy, deps.resolve);
  }
  return destination;
}
