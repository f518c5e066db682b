import type { ChosenWebhookEvent, RefundWebhookEvent, WebhookEvent } from './api.js';
import { WebhookRefusal } from './webhook-refusal.js';

/** The headers of the request, from fetch or Node, or as an object of names and values. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /**
   * Maximum difference between the timestamp and the clock in either direction, in seconds.
   * Default: 300.
   */
  readonly toleranceSeconds?: number;
  /** Default: this machine's clock. */
  readonly now?: Date;
}

/** Splits a union into one type per value of `type`, so that a check of `type` narrows it. */
type ByType<E extends { type: string }> = E extends unknown
  ? { [T in E['type']]: Omit<E, 'type'> & { type: T } }[E['type']]
  : never;

/** The body of any webhook, including events that must be selected for the API key. */
export type AnyWebhookEvent = ByType<WebhookEvent | ChosenWebhookEvent | RefundWebhookEvent>;

export interface VerifiedWebhook {
  /**
   * The event's id, the same on every attempt and resend. Store it, and ignore an event whose id
   * you already have.
   */
  readonly id: string;
  readonly sentAt: Date;
  /** The event. Its `type` determines which fields it has. */
  readonly event: AnyWebhookEvent;
  /** Whether this is a test webhook. Its payment does not exist. */
  readonly isTest: boolean;
}

interface Scheme {
  readonly id: string;
  readonly timestamp: string;
  readonly signature: string;
  content(id: string, timestamp: string): string;
  key(secret: string): Uint8Array<ArrayBuffer>;
  signatures(header: string): (Uint8Array<ArrayBuffer> | undefined)[];
}

const encoder = new TextEncoder();

/** Standard Webhooks 1.0, which also signs the event's id. */
const STANDARD: Scheme = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
  content: (id, timestamp) => `${id}.${timestamp}.`,
  key: (secret) => {
    const key = fromBase64(secret.replace(/^whsec_/, ''));
    if (!key) throw new TypeError('the signing secret must be "whsec_" and base64');
    return key;
  },
  signatures: (header) =>
    header.split(' ').map((one) => (one.startsWith('v1,') ? fromBase64(one.slice(3)) : undefined)),
};

const SERVICE: Scheme = {
  id: 'x-service-event-id',
  timestamp: 'x-service-timestamp',
  signature: 'x-service-signature',
  content: (_id, timestamp) => `${timestamp}.`,
  key: (secret) => encoder.encode(secret),
  signatures: (header) =>
    header.split(',').map((one) => fromHex(one.trim().replace(/^sha256=/, ''))),
};

/**
 * Verifies the signature and the age of a webhook, and returns its event. Checks the headers of
 * Standard Webhooks if there are any, otherwise the X-Service headers.
 *
 * @param rawBody the raw bytes or their text; never JSON that was parsed and serialized again
 * @param secrets the signing secret, or several during a rotation
 * @throws WebhookRefusal with the reason
 * @throws TypeError if there is no secret, or an option is invalid
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = 300, now = new Date() }: VerifyOptions = {},
): Promise<VerifiedWebhook> {
  const known = [secrets].flat();
  if (known.length === 0 || !known.every(Boolean)) {
    throw new TypeError('the signing secret is missing or empty');
  }
  const header = headerReader(headers);
  const scheme = header(STANDARD.signature) === undefined ? SERVICE : STANDARD;
  const required = (name: string) => {
    const value = header(name);
    if (!value) throw new WebhookRefusal('missing_header', name);
    return value;
  };
  const signature = required(scheme.signature);
  const timestamp = required(scheme.timestamp);
  const id = required(scheme.id);
  const sentAt = checkAge(timestamp, toleranceSeconds, now);
  const body = typeof rawBody === 'string' ? encoder.encode(rawBody) : new Uint8Array(rawBody);
  const content = joined(encoder.encode(scheme.content(id, timestamp)), body);
  if (!(await isSigned(content, scheme, signature, known))) {
    throw new WebhookRefusal('wrong_signature');
  }
  const event = readEvent(body);
  return { id, sentAt, event, isTest: event.data.payment_id.startsWith('pay_test_') };
}

function checkAge(timestamp: string, toleranceSeconds: number, now: Date): Date {
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookRefusal('malformed_timestamp');
  const age = Math.floor(now.getTime() / 1_000) - Number(timestamp);
  // Comparisons with NaN are false, so an invalid option would otherwise accept every replay.
  if (Number.isNaN(age) || Number.isNaN(toleranceSeconds)) {
    throw new TypeError('toleranceSeconds must be a number, and now a valid date');
  }
  if (age > toleranceSeconds) throw new WebhookRefusal('too_old', `by ${age} s`);
  if (age < -toleranceSeconds) throw new WebhookRefusal('too_new', `by ${-age} s`);
  return new Date(Number(timestamp) * 1_000);
}

const HMAC_BYTES = 32;
/**
 * Maximum number of signatures to check, because each costs an HMAC of the body, even in a
 * stranger's request. Blocktally sends fewer.
 */
const MAX_SIGNATURES = 10;

async function isSigned(
  content: Uint8Array<ArrayBuffer>,
  scheme: Scheme,
  header: string,
  secrets: readonly string[],
): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const read = scheme.signatures(header).filter((one) => one !== undefined);
  const signatures = read.filter(({ length }) => length === HMAC_BYTES).slice(0, MAX_SIGNATURES);
  for (const secret of secrets) {
    const bytes = scheme.key(secret);
    const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify']);
    for (const signature of signatures) {
      if (await crypto.subtle.verify('HMAC', key, signature, content)) return true;
    }
  }
  return false;
}

function readEvent(body: Uint8Array): AnyWebhookEvent {
  try {
    const event: AnyWebhookEvent = JSON.parse(new TextDecoder().decode(body));
    if (event.version === '1' && typeof event.data.payment_id === 'string') return event;
  } catch {
    // An unreadable body leads to the refusal below.
  }
  throw new WebhookRefusal('unexpected_body');
}

function headerReader(headers: WebhookHeaders): (name: string) => string | undefined {
  if (typeof headers.get === 'function') {
    const { get } = headers;
    return (name) => get.call(headers, name) ?? undefined;
  }
  const values = new Map(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value?.toString()]),
  );
  return (name) => values.get(name);
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}

function fromHex(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^(?:[0-9a-f]{2})+$/i.test(text)) return undefined;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    return bytes.length > 0 ? bytes : undefined;
  } catch {
    return undefined;
  }
}
