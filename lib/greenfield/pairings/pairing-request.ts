import { isEmbedOrigin } from '@/lib/domain/embed-origin';
import { parseUrl } from '@/lib/domain/parse-url';
import { Problem } from '@/lib/domain/problems';
import { isPermission, type Permission } from '../permissions';

/**
 * A plugin's request for a key. It is the query of the URL to which the plugin sends the merchant.
 */
export interface PairingRequest {
  readonly applicationName: string;
  /** The plugin's own identifier for the pairing. */
  readonly applicationIdentifier: string | null;
  /** The URL that the key is sent to; null if the key is shown to the merchant instead. */
  readonly redirect: URL | null;
  readonly permissions: readonly Permission[];
  /** Requested permissions that this server does not offer. */
  readonly notOffered: readonly string[];
}

const MAX_NAME = 80;
const MAX_URL = 2_000;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
/**
 * Permissions for pull payments. Plugins require them but work without them; the merchant then
 * makes refunds by hand.
 */
const OPTIONAL = /pullpayments$/;

/**
 * Reads a plugin's request. A list arrives as a repeated parameter, with or without `[]`, or as
 * values separated by commas.
 *
 * @param allowHttp whether a key may be sent to this machine over plain HTTP, for developers
 * @throws Problem `invalid_request` with a message for the merchant
 */
export function readPairingRequest(query: URLSearchParams, allowHttp: boolean): PairingRequest {
  const requested = askedFor(query);
  const permissions = requested.filter(isPermission);
  const notOffered = requested.filter((name) => !isPermission(name));
  const isStrict = query.get('strict')?.toLowerCase() !== 'false';
  const missing = notOffered.filter((name) => !OPTIONAL.test(name));
  if (isStrict && missing.length > 0) {
    throw refusal(
      `The plugin needs permissions that this server does not offer: ${missing.join(', ')}. It cannot be connected.`,
    );
  }
  if (permissions.length === 0) {
    throw refusal('The plugin requested no permission that this server offers.');
  }
  const name = oneLine(query.get('applicationName')).slice(0, MAX_NAME);
  const identifier = oneLine(query.get('applicationIdentifier')).slice(0, MAX_NAME);
  return {
    applicationName: name || 'A shop',
    applicationIdentifier: identifier || null,
    redirect: readRedirect(query.get('redirect') ?? '', allowHttp),
    permissions,
    notOffered,
  };
}

/**
 * Returns the requested permissions without the store after the colon, because the merchant chooses
 * the store.
 */
function askedFor(query: URLSearchParams): string[] {
  const texts = [...query].flatMap(([name, text]) =>
    /^permissions(?:\[\d*\])?$/.test(name) ? text.split(',') : [],
  );
  const names = texts.map((text) => oneLine(text).split(':')[0] ?? '');
  return [...new Set(names.filter((name) => name !== ''))];
}

function readRedirect(text: string, allowHttp: boolean): URL | null {
  if (text === '') return null;
  const url = text.length <= MAX_URL ? parseUrl(text) : undefined;
  if (!url || url.username + url.password !== '' || !isEmbedOrigin(url.origin)) {
    throw refusal('The address to which the plugin wants its key sent is not a web address.');
  }
  const isLocal = allowHttp && LOOPBACK.has(url.hostname);
  if (url.protocol === 'https:' || isLocal) return url;
  throw refusal(
    `The plugin wants its key sent to ${url.origin}, where others could read it on the way. Keys are only sent to addresses that begin with https://.`,
  );
}

const oneLine = (text: string | null) => (text ?? '').replace(/[\p{Cc}\p{Cs}]/gu, ' ').trim();

const refusal = (detail: string) => new Problem('invalid_request', detail);
