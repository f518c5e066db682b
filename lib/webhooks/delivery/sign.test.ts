import { createHmac, randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { signedHeaders, unsignedHeaders } from './sign';

const OLD = `whsec_${randomBytes(32).toString('base64')}`;
const NEW = `whsec_${randomBytes(32).toString('base64')}`;
const NOW = new Date();
const TIMESTAMP = String(Math.floor(NOW.getTime() / 1_000));
const event = {
  eventId: 'evt_1',
  type: 'payment.detected',
  body: '{"version":"1","reference":"Bücher ₿"}',
} as const;

const hex = (secret: string, content: string) =>
  createHmac('sha256', secret).update(content).digest('hex');

test('a webhook has exactly the documented headers', () => {
  const headers = signedHeaders(event, [NEW], NOW);
  expect(Object.keys(headers)).toEqual([
    'Content-Type',
    'User-Agent',
    'X-Service-Event-Id',
    'X-Service-Event-Type',
    'X-Service-Timestamp',
    'X-Service-Signature',
    'X-Event-ID',
    'X-Event-Type',
    'X-Signature',
    'webhook-id',
    'webhook-timestamp',
    'webhook-signature',
  ]);
  expect(headers).toMatchObject({
    'Content-Type': 'application/json',
    'User-Agent': expect.stringMatching(/^Blocktally\/\d+\.\d+\.\d+$/),
    'X-Service-Event-Id': 'evt_1',
    'X-Event-ID': 'evt_1',
    'webhook-id': 'evt_1',
    'X-Service-Event-Type': 'payment.detected',
    'X-Event-Type': 'payment.detected',
    'X-Service-Timestamp': TIMESTAMP,
    'webhook-timestamp': TIMESTAMP,
  });
});

test('X-Service-Signature covers the timestamp, a dot and the body, with the whole secret as its key', () => {
  const headers = signedHeaders(event, [NEW], NOW);
  expect(headers['X-Service-Signature']).toBe(`sha256=${hex(NEW, `${TIMESTAMP}.${event.body}`)}`);
});

test('the headers with the event’s time and the reference are not signed', () => {
  const at = new Date('2026-05-01T12:00:40.007Z');
  expect(unsignedHeaders(at, '1234')).toEqual({
    'X-Service-Event-Created': '2026-05-01T12:00:40.007Z',
    'X-Service-Reference': '1234',
  });
  expect(unsignedHeaders(at, null)).not.toHaveProperty('X-Service-Reference');
});

test.each([
  ['quotes and signs', 'Größe „42“ #7; 100 %, "x"\\'],
  ['spaces at its ends', ' é '],
  ['a line separator', 'a\u2028b'],
  ['255 characters of four bytes', '𝒪'.repeat(255)],
])(
  'a reference with %s becomes a header of visible ASCII that decodes to the reference',
  (_what, reference) => {
    const sent = unsignedHeaders(NOW, reference)['X-Service-Reference'] ?? '';
    expect(sent).toMatch(/^[\x21-\x7e]+$/);
    expect(decodeURIComponent(sent)).toBe(reference);
  },
);

test('the legacy X-Signature covers only the body', () => {
  expect(signedHeaders(event, [NEW], NOW)['X-Signature']).toBe(`sha256=${hex(NEW, event.body)}`);
});

test('the webhook signatures match values computed with OpenSSL', () => {
  const headers = signedHeaders(
    { eventId: 'evt_0', type: 'payment.confirmed', body: '{"version":"1"}' },
    ['whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='],
    new Date(1_700_000_000_999),
  );
  expect(headers).toMatchObject(KNOWN_ANSWER);
});

// Computed with OpenSSL 3: printf '%s' … | openssl dgst -sha256 -mac HMAC -macopt hexkey:…
const KNOWN_ANSWER = {
  'X-Service-Timestamp': '1700000000',
  'X-Service-Signature': 'sha256=20f65cd20e93a8057749347b0537855777d44e4c2491b3fd987d1ef5ffa9ccbe',
  'X-Signature': 'sha256=2827d51e39bf44da7b80e5faedea3c1aa15392e6cc748abd4afb9fa9bf178d13',
  'webhook-signature': 'v1,xd9h8R5pDqngfBICErIVGQHAM2apxhP6MENZKO3xqCc=',
};

describe('while a rotated secret is still valid', () => {
  const headers = signedHeaders(event, [NEW, OLD], NOW);

  test('X-Service-Signature has both signatures during a rotation, newest first', () => {
    const content = `${TIMESTAMP}.${event.body}`;
    expect(headers['X-Service-Signature']).toBe(
      `sha256=${hex(NEW, content)},sha256=${hex(OLD, content)}`,
    );
  });

  test('the legacy X-Signature has only the newest signature during a rotation', () => {
    expect(headers['X-Signature']).toBe(`sha256=${hex(NEW, event.body)}`);
  });

  test.each([
    ['new', NEW],
    ['old', OLD],
  ])('the standardwebhooks library accepts a webhook with the %s secret', (_which, secret) => {
    expect(new Webhook(secret).verify(event.body, headers)).toEqual(JSON.parse(event.body));
  });

  test('the standardwebhooks library rejects a webhook if the secret is unknown or the body was changed', () => {
    const other = new Webhook(`whsec_${randomBytes(32).toString('base64')}`);
    expect(() => other.verify(event.body, headers)).toThrow(/No matching signature/);
    expect(() => new Webhook(NEW).verify(`${event.body} `, headers)).toThrow(/No matching/);
  });
});

test('signing a webhook without a secret throws an error', () => {
  expect(() => signedHeaders(event, [], NOW)).toThrow(RangeError);
});
