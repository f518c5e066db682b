import { containsPrivateKey, PRIVATE_KEY_FOUND_MESSAGE } from '@/lib/bitcoin/private-key-guard';
import { CUSTOMER_MAIL_KINDS, type CustomerMailKind } from '@/lib/domain/customer-mail-kind';
import { isEmbedOrigin } from '@/lib/domain/embed-origin';
import { EVENT_TYPES, type EventType } from '@/lib/domain/event-types';
import { isOneLine, ONE_LINE_NAME_ERROR } from '@/lib/domain/one-line';
import { parseUrl } from '@/lib/domain/parse-url';
import { type FieldError, Problem } from '@/lib/domain/problems';
import { containsSecret } from '@/lib/domain/secret-text';
import { ipRangeText, parseIpRange } from '@/lib/net/ip-range';

export interface KeySettings {
  readonly name: string;
  readonly allowCustomAddresses: boolean;
  /** Whether the key may change its own events and embedding sites, and manage webhooks. */
  readonly allowManagement: boolean;
  /** Whether customers may create a new payment after a payment of this key has expired. */
  readonly allowFollowUps: boolean;
  /** The allowed addresses or CIDR ranges of requests; empty: any address. */
  readonly allowedIps: readonly string[];
  readonly embedOrigins: readonly string[];
  /** The types of event that are sent to the webhook URLs of the key's payments; empty for none. */
  readonly webhookEvents: readonly EventType[];
  readonly customerMails: readonly CustomerMailKind[];
  /** The webhook URL of payments that have none of their own; null to send no webhooks. */
  readonly defaultWebhookUrl: string | null;
  readonly expiresAt: Date | null;
}

const MAX_NAME = 80;
const MAX_IPS = 50;
const MAX_ORIGINS = 20;

/**
 * Returns settings with normalized ranges and origins, ordered events and no duplicates.
 *
 * @throws Problem `invalid_request` with all errors
 */
export function checkKeySettings(given: KeySettings, now: Date): KeySettings {
  const errors: FieldError[] = [];
  const wrong = (pointer: string, code: string, message: string) => {
    errors.push({ pointer, code, message });
  };
  const name = given.name.trim();
  if (name === '') wrong('/name', 'out_of_range', 'Give the key a name.');
  if (name.length > MAX_NAME) {
    wrong('/name', 'out_of_range', `A name has at most ${MAX_NAME} characters.`);
  }
  if (!isOneLine(name)) {
    wrong('/name', 'invalid_format', ONE_LINE_NAME_ERROR);
  }
  if (containsPrivateKey(name))
    wrong('/name', 'secret', `${PRIVATE_KEY_FOUND_MESSAGE} Choose another name.`);
  else if (containsSecret(name)) {
    wrong('/name', 'secret', 'This looks like a secret. Choose another name.');
  }
  const allowedIps = normalized(given.allowedIps, ipText);
  if (allowedIps.bad.length > 0) {
    const message = `${quoted(allowedIps.bad)} is neither an IP address nor a range such as 203.0.113.0/24.`;
    wrong('/allowed_ips', 'invalid_format', message);
  }
  if (given.allowedIps.length > MAX_IPS) {
    wrong('/allowed_ips', 'out_of_range', `At most ${MAX_IPS} addresses and ranges.`);
  }
  const embedOrigins = normalized(given.embedOrigins, originText);
  if (embedOrigins.bad.length > 0) {
    const message = `${quoted(embedOrigins.bad)} is not an origin such as https://shop.example, without a path.`;
    wrong('/embed_origins', 'invalid_format', message);
  }
  if (given.embedOrigins.length > MAX_ORIGINS) {
    wrong('/embed_origins', 'out_of_range', `At most ${MAX_ORIGINS} origins.`);
  }
  if (given.expiresAt && given.expiresAt <= now) {
    wrong('/expires_at', 'out_of_range', 'The expiry must be in the future.');
  }
  if (errors.length > 0) {
    const detail = errors.map(({ message }) => message).join(' ');
    throw new Problem('invalid_request', detail, { errors });
  }
  const { allowCustomAddresses, allowManagement, allowFollowUps, webhookEvents } = given;
  const { customerMails, defaultWebhookUrl, expiresAt } = given;
  return {
    name,
    allowCustomAddresses,
    allowManagement,
    allowFollowUps,
    allowedIps: allowedIps.good,
    embedOrigins: embedOrigins.good,
    webhookEvents: EVENT_TYPES.filter((type) => webhookEvents.includes(type)),
    customerMails: CUSTOMER_MAIL_KINDS.filter((kind) => customerMails.includes(kind)),
    defaultWebhookUrl,
    expiresAt,
  };
}

function normalized(texts: readonly string[], form: (text: string) => string | undefined) {
  const good = new Set<string>();
  const bad: string[] = [];
  for (const text of texts) {
    const trimmed = text.trim();
    if (trimmed === '') continue;
    const formed = form(trimmed);
    if (formed === undefined) bad.push(trimmed);
    else good.add(formed);
  }
  return { good: [...good], bad };
}

function ipText(text: string): string | undefined {
  const range = parseIpRange(text);
  return range && ipRangeText(range);
}

function originText(text: string): string | undefined {
  const url = parseUrl(text);
  if (!url) return undefined;
  const bare = url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password;
  return bare && isEmbedOrigin(url.origin) ? url.origin : undefined;
}

export function settingsColumns(settings: KeySettings) {
  const { name, allowCustomAddresses, allowManagement, allowedIps, embedOrigins } = settings;
  const { allowFollowUps, webhookEvents, customerMails, defaultWebhookUrl, expiresAt } = settings;
  return {
    name,
    allowCustomAddresses,
    allowManagement,
    allowFollowUps,
    allowedIps: [...allowedIps],
    embedOrigins: [...embedOrigins],
    webhookEvents: [...webhookEvents],
    customerMails: [...customerMails],
    defaultWebhookUrl,
    expiresAt,
  } satisfies KeySettings;
}

const MAX_QUOTED = 60;

function quoted(texts: readonly string[]): string {
  return `"${(texts[0] ?? '').slice(0, MAX_QUOTED)}"`;
}
