import { timingSafeEqual } from 'node:crypto';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey, signingSecret } from '@/db/schema/accounts';
import { payment } from '@/db/schema/payments';
import { webhookEvent } from '@/db/schema/webhooks';
import type { Actor } from '@/lib/domain/actor';
import { Problem } from '@/lib/domain/problems';
import { isKeyVisibleTo } from '@/lib/keys/key-conditions';
import { openSigningSecrets } from '@/lib/keys/signing-secrets';
import type { Vault } from '@/lib/keys/vault';
import { HMACS } from './delivery/sign';

export interface PastedWebhook {
  /** One header per line, such as `X-Service-Timestamp: 1700000000`. */
  readonly headers: string;
  readonly body: string;
  /** The id of the API key whose secrets should match; absent if `secret` is given. */
  readonly key?: string | undefined;
  readonly secret?: string | undefined;
}

/** The tolerance that docs/webhooks.md recommends to endpoints. */
const TOLERANCE_SECONDS = 300;
const MAX_SECRETS = 20;
const RAW = 'Verify the raw bytes of the body, before anything parses them as text or JSON.';

const VERDICTS = {
  valid: 'The signature is valid. The endpoint should accept this request.',
  signature_missing:
    'X-Service-Signature or X-Service-Timestamp is missing. Paste both. If the endpoint does not get them, let the proxy in front of it pass them on.',
  secret_without_prefix:
    'The secret lacks its prefix. The whole text is the secret, so give the endpoint whsec_ too.',
  secret_wrong: 'Give the endpoint the current signing secret of the payment’s API key.',
  body_line_break: `The body ends with a line break that was not sent. If pasting added it, nothing is wrong. ${RAW}`,
  body_reserialized: `The body was parsed and serialized again, and the signature covers every byte. ${RAW}`,
  body_changed: `The body is not the one that was sent: fields were edited or reordered. ${RAW}`,
  timestamp_off:
    'The signature is right, but the timestamp is more than 5 minutes off. This is normal for a request from a log. If it has just arrived, set the clocks of both machines by NTP.',
  no_match:
    'The signature does not match. It was made with another secret, or the body or the timestamp was changed. Paste both as the endpoint received them.',
} as const;

const verdict = (code: keyof typeof VERDICTS, before = '') => ({
  code,
  text: `${before}${VERDICTS[code]}`,
});

/**
 * Verifies a pasted webhook as an endpoint should, and returns the likely mistake. Stores and logs
 * nothing. Never returns the right signature, with which anyone could forge webhooks.
 *
 * @throws Problem `not_found`, also for a key that the actor may not see
 */
export async function checkSignature(
  db: Db,
  vault: Vault,
  actor: Actor,
  { headers, body, key, secret: pastedSecret }: PastedWebhook,
  now: Date,
) {
  const known = await knownSecrets(db, vault, actor, key, now);
  const ofKey = known.flatMap((one) => (one.isExpected ? [one.secret] : []));
  const expected = pastedSecret === undefined ? ofKey : [pastedSecret];
  if (expected.length === 0) {
    throw new Problem('not_found', 'There is no API key with this id that has a signing secret.');
  }
  const pasted = readHeaders(headers);
  const [timestamp, signature] = [
    pasted.get('x-service-timestamp'),
    pasted.get('x-service-signature'),
  ];
  if (!timestamp || !signature) return verdict('signature_missing');
  const given = signature
    .split(',')
    .map((one) => Buffer.from(one.replace(/^ *sha256=/, ''), 'hex'));
  const isSigned = (secret: string, text = body) => {
    const mac = HMACS.service(secret, { eventId: '', timestamp, body: text });
    return given.some((one) => one.length === mac.length && timingSafeEqual(one, mac));
  };
  const isExpected = (text?: string) => expected.some((secret) => isSigned(secret, text));
  if (isExpected()) {
    const isOff = Math.abs(Number(timestamp) - now.getTime() / 1_000) > TOLERANCE_SECONDS;
    return verdict(isOff ? 'timestamp_off' : 'valid');
  }
  if (expected.some((secret) => isSigned(`whsec_${secret}`)))
    return verdict('secret_without_prefix');
  const signer = known.find(({ secret }) => isSigned(secret));
  if (signer)
    return verdict('secret_wrong', `It was signed with another secret, of “${signer.keyName}”. `);
  if (isExpected(body.trimEnd())) return verdict('body_line_break');
  if (isExpected(serialized(body))) return verdict('body_reserialized');
  const sent = await sentBody(db, actor, pasted.get('x-service-event-id') ?? '');
  return verdict(sent !== undefined && isExpected(sent) ? 'body_changed' : 'no_match');
}

function readHeaders(text: string): ReadonlyMap<string, string> {
  const lines = text.split('\n').map((line) => [line, line.indexOf(':')] as const);
  return new Map(
    lines.map(([line, at]) => [line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()]),
  );
}

/** Returns the merchant's newest signing secrets, the valid ones of the chosen key first. */
async function knownSecrets(db: Db, vault: Vault, actor: Actor, key = '', now: Date) {
  const isValid = sql`coalesce(${signingSecret.expiresAt} > ${now.toISOString()}, true)`;
  const isExpected = sql<boolean>`(${apiKey.id} = ${key} and ${isValid})`;
  const rows = await db
    .select({ id: apiKey.id, keyName: apiKey.name, sealed: signingSecret.ciphertext, isExpected })
    .from(signingSecret)
    .innerJoin(apiKey, eq(apiKey.id, signingSecret.ownerId))
    .where(isKeyVisibleTo(actor))
    .orderBy(desc(isExpected), desc(isValid), desc(signingSecret.createdAt))
    .limit(MAX_SECRETS);
  return rows.flatMap(({ id, sealed, ...row }) =>
    openSigningSecrets(vault, id, [sealed]).map((secret) => ({ ...row, secret })),
  );
}

/** Returns an event's stored body; undefined for a test webhook, whose body is not stored. */
async function sentBody(db: Db, actor: Actor, eventId: string): Promise<string | undefined> {
  // PostgreSQL rejects text with NUL, so only an id of the usual form is searched for.
  if (!/^\w{1,100}$/.test(eventId)) return undefined;
  const [event] = await db
    .select({ body: webhookEvent.body })
    .from(webhookEvent)
    .innerJoin(payment, eq(payment.id, webhookEvent.paymentId))
    .innerJoin(apiKey, eq(apiKey.id, payment.apiKeyId))
    .where(and(isKeyVisibleTo(actor), eq(webhookEvent.id, eventId)));
  return event?.body;
}

/** Returns the JSON as JSON.stringify writes it; undefined if the text is not JSON. */
function serialized(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return undefined;
  }
}
