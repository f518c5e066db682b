import { request } from 'node:http';
import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { prepareStatement } from '@/db/prepare-statement';
import type { EventType } from '@/lib/domain/event-types';
import { encryptedSecretsSql } from '@/lib/keys/signing-secrets';
import type { Vault } from '@/lib/keys/vault';
import { signedHeaders } from '@/lib/webhooks/delivery/sign';
import { resolverFor } from '@/lib/webhooks/transport/resolve-host';
import { locateTarget } from '@/lib/webhooks/transport/target-guard';
import { inspectUrl, type TargetPolicy } from '@/lib/webhooks/transport/target-url';

interface Claimed {
  readonly apiKeyId: string;
  readonly eventId: string;
  readonly eventType: EventType;
  readonly url: string;
  readonly body: string;
  readonly sealedSecrets: readonly string[];
}

export interface BareSenderDeps {
  readonly db: Db;
  readonly vault: Vault;
  readonly policy: TargetPolicy;
}

const DNS_LIMIT_MS = 2_000;

/**
 * The floor of the delivery benchmark: a sender that writes no records. It claims batches as large
 * as ours, checks addresses, signs, and posts each delivery over a new connection. It has no limits
 * per host, because a batch of `concurrency` deliveries never exceeds these limits.
 *
 * @param concurrency parallel exchanges
 * @returns the number of sent deliveries
 */
export async function runBareSender(deps: BareSenderDeps, concurrency: number): Promise<number> {
  let sent = 0;
  for (;;) {
    const claimed = await claim(deps.db, { limit: concurrency, now: new Date().toISOString() });
    if (claimed.length === 0) break;
    await Promise.all(claimed.map((one) => deliver(deps, one)));
    sent += claimed.length;
  }
  return sent;
}

const now = sql`${sql.placeholder('now')}::timestamptz`;

const claim = prepareStatement<Claimed>(sql`
  update delivery set status = 'delivering', next_attempt_at = null,
    attempt_started_at = ${now}
  from webhook_event e
  where e.id = delivery.event_id and delivery.id in (
    select id from delivery where status = 'pending' and next_attempt_at <= ${now}
    order by next_attempt_at limit ${sql.placeholder('limit')}::int for update skip locked)
  returning delivery.api_key_id as "apiKeyId", delivery.event_id as "eventId",
    delivery.event_type as "eventType", delivery.url, e.body,
    ${encryptedSecretsSql(sql`delivery.api_key_id`, now)} as "sealedSecrets"`);

async function deliver(
  { vault, policy }: BareSenderDeps,
  { apiKeyId, eventId, eventType: type, url, body, sealedSecrets }: Claimed,
): Promise<void> {
  const verdict = inspectUrl(url, policy);
  if (verdict.kind === 'refused') throw new Error('the URL is refused');
  const located = await locateTarget(verdict.target, policy, resolverFor(policy), DNS_LIMIT_MS);
  if (located.kind !== 'located') throw new Error('the address is refused');
  const secrets = sealedSecrets.map((sealed) => vault.open(sealed, apiKeyId));
  await post(url, signedHeaders({ eventId, type, body }, secrets, new Date()), body);
}

/** Posts over a new connection, as our sender does. */
export function post(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const all = { ...headers, 'Content-Length': Buffer.byteLength(body) };
    const outgoing = request(url, { method: 'POST', headers: all, agent: false }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}
