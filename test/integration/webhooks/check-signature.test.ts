import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { auditEntry } from '@/db/schema/people';
import { OPERATOR } from '@/lib/domain/actor';
import { rotateSigningSecret } from '@/lib/keys/rotate-signing-secret';
import { checkSignature, type PastedWebhook } from '@/lib/webhooks/check-signature';
import { createTestActor } from '@/test/support/actor';
import { captureWebhook } from '@/test/support/capture-webhook';
import { createTestKey, testVault } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { openOutbox } from '@/test/support/outbox';
import { startReceiver } from '@/test/support/receiver';

const box = await openForTestFile(openOutbox());
const receiver = await openForTestFile(startReceiver());
const viewer = await createTestActor(box.base.db, box.key.merchantId, 'viewer');
const sent = await captureWebhook(box, receiver);

const check = (altered: Partial<PastedWebhook>, now = box.clock(), actor = viewer) => {
  const key = altered.secret === undefined ? box.key.id : undefined;
  return checkSignature(box.base.db, testVault, actor, { key, ...sent, ...altered }, now);
};
const codeOf = async (...asked: Parameters<typeof check>) => (await check(...asked)).code;
const later = (seconds: number) => new Date(box.clock().getTime() + seconds * 1_000);
const without = (name: RegExp) =>
  sent.headers
    .split('\n')
    .filter((line) => !name.test(line))
    .join('\n');

test('a genuine webhook is valid, whether or not its signing secret is given', async () => {
  expect(await codeOf({})).toBe('valid');
  expect(await codeOf({ secret: box.key.signingSecret })).toBe('valid');
  expect(await codeOf({ headers: sent.headers.replaceAll('\n', '\r\n') })).toBe('valid');
});

test.each([
  ['X-Service-Signature', /^x-service-signature/i],
  ['X-Service-Timestamp', /^x-service-timestamp/i],
])('if the header %s is missing, this is reported before any other fault', async (_, name) => {
  expect(await codeOf({ headers: without(name), body: '' })).toBe('signature_missing');
});

describe('a wrong secret', () => {
  test('a signing secret without its prefix is reported as malformed', async () => {
    const secret = box.key.signingSecret.replace('whsec_', '');
    expect(await codeOf({ secret })).toBe('secret_without_prefix');
  });

  test('if the key or secret is wrong, the report names the API key whose secret signed the webhook', async () => {
    const { id, signingSecret } = await createTestKey(box.base.db, {
      merchantId: box.key.merchantId,
      name: 'Second shop',
    });
    for (const other of [{ key: id }, { secret: signingSecret }]) {
      const { code, text } = await check(other);
      expect([code, text]).toEqual(['secret_wrong', expect.stringContaining('of “API key”')]);
    }
  });

  test('a rotated secret is reported as wrong only after its overlap has ended', async () => {
    const own = await openOutbox();
    const actor = await createTestActor(own.base.db, own.key.merchantId, 'viewer');
    const before = { key: own.key.id, ...(await captureWebhook(own, receiver)) };
    const now = own.clock();
    await rotateSigningSecret(own.base.db, testVault, OPERATOR, own.key.id, 60, now);
    const at = (ms: number) =>
      checkSignature(own.base.db, testVault, actor, before, new Date(now.getTime() + ms));
    expect((await at(59_000)).code).toBe('valid');
    expect((await at(61_000)).code).toBe('secret_wrong');
    await own.close();
  });

  test('the report of an unknown secret contains neither secrets nor signatures', async () => {
    const verdict = await check({ secret: 'whsec_bm9ib2R5' });
    expect(verdict.code).toBe('secret_wrong');
    const unknown = await check({ secret: 'whsec_bm9ib2R5', body: '{}' });
    expect(unknown.code).toBe('no_match');
    expect(JSON.stringify([verdict, unknown])).not.toMatch(/whsec_\w|[0-9a-f]{64}/);
  });
});

describe('a changed body', () => {
  const value = () => JSON.parse(sent.body);

  test.each<[string, string, () => string]>([
    ['body_line_break', 'with a line break at its end', () => `${sent.body}\n`],
    ['body_line_break', 'with a CRLF at its end', () => `${sent.body}\r\n`],
    ['body_reserialized', 'indented', () => JSON.stringify(value(), null, 2)],
    ['body_reserialized', 'with escaped slashes', () => sent.body.replaceAll('/', '\\/')],
    [
      'body_changed',
      'with its fields reordered',
      () => JSON.stringify({ data: value().data, type: value().type, version: '1' }),
    ],
    ['body_changed', 'with another amount', () => sent.body.replace(':100000', ':999999')],
    ['body_changed', 'cut off', () => sent.body.slice(0, -10)],
    ['body_changed', 'left out', () => ''],
  ])('a changed body is reported with the code %s: %s', async (code, _, body) => {
    expect(await codeOf({ body: body() })).toBe(code);
  });

  test('a reformatted body is recognized as reformatted, even for a test webhook', async () => {
    const body = '{"version":"1","type":"payment.confirmed","data":{"payment_id":"pay_test_x"}}';
    const time = Math.floor(box.clock().getTime() / 1_000);
    const mac = createHmac('sha256', box.key.signingSecret).update(`${time}.${body}`);
    const headers = `X-Service-Timestamp: ${time}\nX-Service-Signature: sha256=${mac.digest('hex')}`;
    expect(await codeOf({ headers, body })).toBe('valid');
    const spaced = JSON.stringify(JSON.parse(body), null, 1);
    expect(await codeOf({ headers, body: spaced })).toBe('body_reserialized');
    expect(await codeOf({ headers, body: 'amount=1' })).toBe('no_match');
  });
});

test('if a genuine webhook’s timestamp is more than five minutes off, only the timestamp is reported', async () => {
  expect(await codeOf({}, later(290))).toBe('valid');
  expect(await codeOf({}, later(310))).toBe('timestamp_off');
  expect(await codeOf({}, later(-310))).toBe('timestamp_off');
});

test('the signature check uses no keys, events or secrets of another merchant', async () => {
  const stranger = await createTestKey(box.base.db);
  const actor = await createTestActor(box.base.db, stranger.merchantId, 'owner');
  await expect(check({}, box.clock(), actor)).rejects.toThrow('not_found');
  expect(await codeOf({ key: stranger.id }, box.clock(), actor)).toBe('no_match');
  const secret = box.key.signingSecret;
  expect(await codeOf({ secret, body: '{}' }, box.clock(), actor)).toBe('no_match');
});

test('a signature check stores nothing, so it also accepts text that PostgreSQL cannot store', async () => {
  const headers = sent.headers.replace(/^(x-service-event-id: ).*$/im, '$1evt_\0');
  expect(await codeOf({ headers, body: '{"x":"\0"}' })).toBe('no_match');
  expect(await box.base.db.select().from(auditEntry)).toEqual([]);
});
