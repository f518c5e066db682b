import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { type Actor, assertMayChange } from '@/lib/domain/actor';
import type { EventType } from '@/lib/domain/event-types';
import { newId } from '@/lib/domain/ids';
import { hideSecret } from '@/lib/domain/secret-text';
import { lockRole } from '@/lib/keys/key-conditions';
import { requireStillUsable, requireUsableKey } from '@/lib/keys/require-usable-key';
import { activeSigningSecrets } from '@/lib/keys/signing-secrets';
import type { Vault } from '@/lib/keys/vault';
import { endpointId } from '../endpoint-id';
import { causeOf } from '../transport/cause';
import type { ExchangeLimits } from '../transport/progress';
import type { Resolve } from '../transport/resolve-host';
import { send, unsentResult } from '../transport/send';
import { checkWebhookTarget } from '../transport/target-guard';
import type { TargetPolicy } from '../transport/target-url';
import { createTestEventBody } from './create-test-event-body';
import { signedHeaders, unsignedHeaders } from './sign';
import { type ExchangeView, exchangeView } from './views/exchange-view';

export interface SendTestDeps {
  readonly db: Db;
  readonly vault: Vault;
  readonly policy: TargetPolicy;
  readonly limits?: ExchangeLimits;
  readonly resolve?: Resolve;
}

export interface TestEventRequest {
  /** The API key whose signing secret and wallet are used. */
  readonly apiKeyId: string;
  readonly webhookUrl: string;
  /** By default payment.confirmed. */
  readonly type?: EventType | undefined;
}

export interface TestEventResult {
  readonly eventId: string;
  readonly eventType: EventType;
  readonly delivered: boolean;
  readonly exchange: ExchangeView;
}

/**
 * Sends a synthetic event, signed and checked like a real one. Stores no payment and no event; a
 * member's test is recorded in the audit log.
 *
 * @throws Problem `forbidden` for a viewer; `not_found` for a key that is not usable or that the
 *   actor may not see; `webhook_url_rejected`; `forbidden` or `unauthorized` if the member was
 *   removed or the key revoked during the DNS look-up
 */
export async function sendTest(
  deps: SendTestDeps,
  actor: Actor,
  { apiKeyId, webhookUrl: url, type = 'payment.confirmed' }: TestEventRequest,
  now: Date,
): Promise<TestEventResult> {
  assertMayChange(actor);
  const { db, vault, policy, limits, resolve } = deps;
  const sender = await requireUsableKey(db, actor, apiKeyId, now);
  await checkWebhookTarget(url, policy, resolve);
  // The role may have changed during the DNS look-up.
  await lockRole(db, actor);
  await requireStillUsable(db, apiKeyId, now);
  const eventId = newId('event');
  const body = createTestEventBody(type, eventId, sender, url, now);
  const own = await endpointSecrets(db, vault, sender.merchantId, url, now);
  const secrets = [...own, ...(await activeSigningSecrets(db, vault, apiKeyId, now))];
  const requestHeaders =
    secrets.length === 0
      ? {}
      : {
          ...signedHeaders({ eventId, type, body }, secrets, now),
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
  return { eventId, eventType: type, delivered: result.ok, exchange };
}

/** Returns the signing secrets of the endpoint with this URL; empty unless a member added it. */
async function endpointSecrets(db: Db, vault: Vault, merchantId: string, url: string, now: Date) {
  const id = endpointId(sql`${merchantId}::text`, sql`${url}::text`);
  const [row] = await db.execute<{ id: string }>(sql`select ${id} as id`);
  return row ? activeSigningSecrets(db, vault, row.id, now) : [];
}
