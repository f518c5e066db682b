import { createHmac } from 'node:crypto';
import { VERSION } from '@/lib/version';
import type { Claim } from './claim-deliveries';

export interface SignableEvent {
  readonly eventId: string;
  readonly type: string;
  /** Its UTF-8 bytes are signed and sent. */
  readonly body: string;
}

/**
 * The dialects of other APIs, by name. Each dialect is a function that returns an attempt's
 * headers.
 *
 * @param secrets the valid signing secrets, newest first; at least one
 */
export type Dialects = Readonly<
  Record<string, (body: string, secrets: readonly string[]) => Record<string, string>>
>;

/** Returns undefined if there is no secret, or if the dialect is unknown. */
export function attemptHeaders(
  { eventId, eventType: type, body, dialect, eventCreatedAt, reference }: Claim,
  dialects: Dialects,
  secrets: readonly string[],
  now: Date,
): Record<string, string> | undefined {
  if (secrets.length === 0) return undefined;
  if (dialect) return dialects[dialect.name]?.(body, secrets);
  return {
    ...signedHeaders({ eventId, type, body }, secrets, now),
    ...unsignedHeaders(eventCreatedAt, reference),
  };
}

const SECRET_PREFIX = 'whsec_';

/**
 * Returns an attempt's headers: our two signature schemes and Standard Webhooks 1.0. The key of
 * Standard Webhooks is the base64 after `whsec_`; the other schemes use the whole secret as text.
 *
 * @param secrets the valid signing secrets, newest first; at least one
 * @param now the time of the attempt, for its timestamp
 */
export function signedHeaders(
  { eventId, type, body }: SignableEvent,
  secrets: readonly string[],
  now: Date,
): Record<string, string> {
  const [newest] = secrets;
  if (newest === undefined) throw new RangeError('signing needs at least one signing secret');
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const signed = { eventId, timestamp, body };
  return {
    'Content-Type': 'application/json',
    'User-Agent': `Blocktally/${VERSION}`,
    'X-Service-Event-Id': eventId,
    'X-Service-Event-Type': type,
    'X-Service-Timestamp': timestamp,
    'X-Service-Signature': secrets
      .map((secret) => `sha256=${HMACS.service(secret, signed).toString('hex')}`)
      .join(','),
    'X-Event-ID': eventId,
    'X-Event-Type': type,
    // This header can have only one signature. During a rotation, an endpoint without the newest
    // secret rejects webhooks until it is updated; retries then deliver them.
    'X-Signature': `sha256=${HMACS.legacy(newest, signed).toString('hex')}`,
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets
      .map((secret) => `v1,${HMACS.standard(secret, signed).toString('base64')}`)
      .join(' '),
  };
}

/**
 * Returns headers that no signature covers. A reference may contain any characters, so it is
 * percent-encoded in UTF-8 as in RFC 8187.
 *
 * @param createdAt when the event happened
 */
export function unsignedHeaders(createdAt: Date, reference: string | null): Record<string, string> {
  return {
    'X-Service-Event-Created': createdAt.toISOString(),
    ...(reference === null ? {} : { 'X-Service-Reference': encodeURIComponent(reference) }),
  };
}

/** `service`: our current scheme; `legacy`: our older one; `standard`: Standard Webhooks 1.0. */
export type Scheme = 'service' | 'legacy' | 'standard';

export interface SignedContent {
  readonly eventId: string;
  /** Unix time in seconds, as in the header. */
  readonly timestamp: string;
  readonly body: string;
}

/** The HMAC-SHA256 of each scheme, for signing and for checking. */
export const HMACS: Readonly<Record<Scheme, (secret: string, signed: SignedContent) => Buffer>> = {
  service: (secret, { timestamp, body }) => hmac(secret, `${timestamp}.${body}`),
  legacy: (secret, { body }) => hmac(secret, body),
  standard: (secret, { eventId, timestamp, body }) =>
    hmac(standardKey(secret), `${eventId}.${timestamp}.${body}`),
};

function standardKey(secret: string): Buffer {
  const encoded = secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret;
  return Buffer.from(encoded, 'base64');
}

function hmac(key: string | Buffer, content: string): Buffer {
  return createHmac('sha256', key).update(content, 'utf8').digest();
}
