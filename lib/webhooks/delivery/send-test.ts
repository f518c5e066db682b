import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { addressesOf } from '@/lib/bitcoin/derive';
import { type Actor, type KeyActor, mayChange } from '@/lib/domain/actor';
import { newId } from '@/lib/domain/ids';
import { toSats } from '@/lib/domain/sats';
import { hideSecret } from '@/lib/domain/secret-text';
import { lockRole } from '@/lib/keys/key-conditions';
import { activeSigningSecrets } from '@/lib/keys/signing-secrets';
import { requireStillUsable, usableKey } from '@/lib/keys/usable-key';
import type { Vault } from '@/lib/keys/vault';
import { endpointId } from '../endpoint-id';
import { eventBody } from '../events/event-body';
import { causeOf } from '../transport/cause';
import type { ExchangeLimits } from '../transport/progress';
import type { Resolve } from '../transport/resolve-host';
import { send, unsentResult } from '../transport/send';
import { checkWebhookTarget } from '../transport/target-guard';
import type { TargetPolicy } from '../transport/target-url';
import { signedHeaders, unsignedHeaders } from './sign';
import { type ExchangeView, exchangeView } from './views/exchange-view';

export interface SendTestDeps {
  readonly db: Db;
  readonly vault: Vault;
  readonly policy: TargetPolicy;
  readonly limits?: ExchangeLimits;
  readonly resolve?: Resolve;
}

export interface TestRequest {
  /** The key whose signing secret and wallet the test uses. */
  readonly apiKeyId: string;
  readonly webhookUrl: string;
}

export interface TestResult {
  readonly eventId: string;
  readonly eventType: typeof TYPE;
  readonly delivered: boolean;
  /** The request and the response. */
  readonly exchange: ExchangeView;
}

const TYPE = 'payment.confirmed';
const AMOUNT = toSats(100_000);
const CONFIRMATIONS = 3;
/** The last unhardened index (BIP 32). */
const LAST_INDEX = 2 ** 31 - 1;

/**
 * Sends one synthetic payment.confirmed, signed and checked like a real one. Stores no
 * payment and no event; for a member, an audit entry records the test and its host.
 *
 * @throws Problem `forbidden` for a viewer, `not_found` for a key that is not usable or that the
 *   actor may not see; `webhook_url_rejected`; `forbidden` or `unauthorized` if the member was
 *   removed or the key revoked during the DNS look-up
 */
export async function sendTest(
  deps: SendTestDeps,
  actor: Actor,
  { apiKeyId, webhookUrl: url }: TestRequest,
  now: Date,
): Promise<TestResult> {
  mayChange(actor);
  const { db, vault, policy, limits, resolve } = deps;
  const sender = await usableKey(db, actor, apiKeyId, now);
  await checkWebhookTarget(url, policy, resolve);
  // Recheck the role: it may have changed during the DNS look-up.
  await lockRole(db, actor);
  await requireStillUsable(db, apiKeyId, now);
  const eventId = newId('event');
  const body = testBody(eventId, sender, url);
  const own = await endpointSecrets(db, vault, sender.merchantId, url, now);
  const secrets = [...own, ...(await activeSigningSecrets(db, vault, apiKeyId, now))];
  const requestHeaders =
    secrets.length === 0
      ? {}
      : {
          ...signedHeaders({ eventId, type: TYPE, body }, secrets, now),
          ...unsignedHeaders(now, null),
        };
  const result =
    secrets.length === 0
      ? unsentResult({ kind: 'unsigned' }, now)
      : await send({ url, body, headers: requestHeaders }, { policy, limits, resolve, now });
  const data = { name: sender.name, host: hideSecret(new URL(url).host), delivered: result.ok };
  await recordAuditEntry(db, actor, 'webhook.test', apiKeyId, data, now);
  const exchange = exchangeView({
    url,
    body,
    requestHeaders,
    status: result.status,
    responseHeaders: result.headers,
    responseBody: result.bodyHead,
    responseEnd: result.responseEnd,
    remoteAddress: result.remoteAddress,
    timings: result.timings,
    cause: causeOf(result),
  });
  return { eventId, eventType: TYPE, delivered: result.ok, exchange };
}

/** Returns the signing secrets of the endpoint with this URL; empty unless a member made it. */
async function endpointSecrets(db: Db, vault: Vault, merchantId: string, url: string, now: Date) {
  const id = endpointId(sql`${merchantId}::text`, sql`${url}::text`);
  const [row] = await db.execute<{ id: string }>(sql`select ${id} as id`);
  return row ? activeSigningSecrets(db, vault, row.id, now) : [];
}

/**
 * Uses the last address of the sender's own wallet: no payment ever gets it, and bitcoin sent there
 * by mistake is not lost.
 */
function testBody(eventId: string, sender: KeyActor, url: string): string {
  return eventBody(TYPE, {
    payment_id: newId('payment').replace('_', '_test_'),
    txid: createHash('sha256').update(eventId).digest('hex'),
    address: addressesOf(sender).at(LAST_INDEX).address,
    amount_sats: AMOUNT,
    received_sats: AMOUNT,
    confirmations: CONFIRMATIONS,
    webhook_url: url,
    metadata: null,
    description: null,
    price: null,
  });
}
