import { createHmac } from 'node:crypto';
import type { EventType } from '@/lib/domain/payment';
import { VERSION } from '@/lib/version';

export interface SignableEvent {
  readonly eventId: string;
  readonly type: EventType;
  /** The stored body; its UTF-8 bytes are what is signed and sent. */
  readonly body: string;
}

const SECRET_PREFIX = 'whsec_';

/**
 * The headers of one try. Both signature schemes of the interface, and those of Standard
 * Webhooks 1.0, whose key is the base64 behind `whsec_` while ours is the whole secret as text.
 *
 * @param secrets every signing secret that is valid now, newest first; at least one
 * @param now the try's own moment: the timestamp is never that of an earlier try
 */
export function signedHeaders(
  { eventId, type, body }: SignableEvent,
  secrets: readonly string[],
  now: Date,
): Record<string, string> {
  const [newest] = secrets;
  if (newest === undefined) throw new RangeError('there is no signing secret to sign with');
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  return {
    'Content-Type': 'application/json',
    'User-Agent': `Blocktally/${VERSION}`,
    'X-Service-Event-Id': eventId,
    'X-Service-Event-Type': type,
    'X-Service-Timestamp': timestamp,
    'X-Service-Signature': secrets
      .map((secret) => `sha256=${hmac(secret, `${timestamp}.${body}`, 'hex')}`)
      .join(','),
    'X-Event-ID': eventId,
    'X-Event-Type': type,
    'X-Signature': `sha256=${hmac(newest, body, 'hex')}`,
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets
      .map((secret) => standardSignature(secret, `${eventId}.${timestamp}.${body}`))
      .join(' '),
  };
}

function standardSignature(secret: string, content: string): string {
  const encoded = secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret;
  return `v1,${hmac(Buffer.from(encoded, 'base64'), content, 'base64')}`;
}

function hmac(key: string | Buffer, content: string, encoding: 'hex' | 'base64'): string {
  return createHmac('sha256', key).update(content, 'utf8').digest(encoding);
}
