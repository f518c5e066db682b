import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { auditEntry } from '@/db/schema/people';
import { OPERATOR } from '@/lib/domain/actor';
import { rotateSigningSecret } from '@/lib/keys/rotate-signing-secret';
import { type CheckRequest, checkRequest } from '@/lib/webhooks/check/check-request';
import { createTestActor } from '@/test/support/actor';
import { createTestKey, testVault } from '@/test/support/factories';
import { forFile } from '@/test/support/for-file';
import { openOutbox } from '@/test/support/outbox';
import { startReceiver } from '@/test/support/receiver';
import {
  askedWith,
  onlyHeaders,
  pasted,
  type SentWebhook,
  sentWebhook,
  withHeaders,
} from '@/test/support/sent-webhook';

const box = await forFile(openOutbox());
const receiver = await forFile(startReceiver());
const viewer = await createTestActor(box.base.db, box.key.merchantId, 'viewer');
const sent = await sentWebhook(box, receiver);

const ask = (request: CheckRequest, actor = viewer) =>
  checkRequest(box.base.db, testVault, actor, request, box.clock());
const check = (altered: SentWebhook) => ask(askedWith(box.key.id, altered));
const withSecret = (secret: string, of = sent) => ask({ text: pasted(of), signedWith: { secret } });

async function codesOf(report: ReturnType<typeof ask>, kind = 'problem'): Promise<string[]> {
  return (await report).findings.filter((one) => one.kind === kind).map(({ code }) => code);
}

const hmac = (key: string, content: string) =>
  createHmac('sha256', key).update(content).digest('hex');
const SIGNATURE = 'X-Service-Signature';

describe('the secret', () => {
  test('is accepted in every common form when pasted', async () => {
    const secret = box.key.signingSecret;
    expect((await withSecret(secret)).verdict).toBe('valid');
    expect(await codesOf(withSecret(`${secret}\n`))).toEqual(['secret_spaces']);
    expect(await codesOf(withSecret(` "${secret}" `))).toEqual(['secret_spaces']);
    const bare = secret.replace('whsec_', '');
    const names = [SIGNATURE, 'X-Service-Timestamp'];
    expect(await codesOf(withSecret(bare, onlyHeaders(sent, names)))).toEqual([
      'secret_without_prefix',
    ]);
  });

  test('that is pasted without its prefix is distinguished from the genuine one', async () => {
    const time = sent.headers['X-Service-Timestamp'] ?? '';
    const bare = box.key.signingSecret.replace('whsec_', '');
    const own = onlyHeaders(sent, ['X-Service-Timestamp']);
    const made = withHeaders(own, { [SIGNATURE]: `sha256=${hmac(bare, `${time}.${sent.body}`)}` });
    expect(await codesOf(check(made))).toEqual(['signed_without_prefix']);
    expect(await codesOf(withSecret(box.key.signingSecret, made))).toEqual([
      'signed_without_prefix',
    ]);
  });

  test('of another key of the merchant is identified, whether a key was chosen or a secret pasted', async () => {
    const other = await createTestKey(box.base.db, {
      merchantId: box.key.merchantId,
      name: 'Second shop',
    });
    const report = await ask(askedWith(other.id, sent));
    expect(report.verdict).toBe('invalid');
    expect(report.findings[0]).toMatchObject({
      code: 'other_key',
      title: 'It was signed with the current signing secret of “API key”, not yours.',
    });
    expect(await codesOf(withSecret(other.signingSecret))).toEqual(['other_key']);
  });

  test('that was rotated is reported as previous during the overlap, and as invalid afterwards', async () => {
    const own = await openOutbox();
    const { db } = own.base;
    const actor = await createTestActor(db, own.key.merchantId, 'viewer');
    const before = await sentWebhook(own, receiver);
    const asked = askedWith(own.key.id, before);
    const now = own.clock();
    await rotateSigningSecret(db, testVault, OPERATOR, own.key.id, 60, now);
    const during = checkRequest(db, testVault, actor, asked, now);
    expect((await during).verdict).toBe('valid');
    expect(await codesOf(during, 'note')).toEqual(['secret_previous']);
    expect((await during).findings[0]?.detail).toContain('previous signing secret');
    own.passTime(30_000);
    const both = askedWith(own.key.id, await sentWebhook(own, receiver));
    const newest = await checkRequest(db, testVault, actor, both, own.clock());
    expect(newest.findings[0]?.detail).toContain('current signing secret');
    own.passTime(60_000);
    const after = checkRequest(db, testVault, actor, asked, own.clock());
    expect(await codesOf(after)).toEqual(['secret_expired']);
    await own.close();
  });

  test('that is unknown to the merchant leads to advice, and no signature is shown', async () => {
    const report = await withSecret('whsec_bm9ib2R5', {
      headers: { ...sent.headers, [SIGNATURE]: `sha256=${'0'.repeat(64)}` },
      body: '{"version":"1"}',
    });
    expect(report.verdict).toBe('invalid');
    expect(JSON.stringify(report)).not.toMatch(/whsec_|[0-9a-f]{64}/);
  });
});

describe('the signature', () => {
  const hex = () => (sent.headers[SIGNATURE] ?? '').replace('sha256=', '');
  const written = (value: string) => codesOf(check(withHeaders(sent, { [SIGNATURE]: value })));

  test('that is written in another way is reported as such', async () => {
    const base64 = Buffer.from(hex(), 'hex').toString('base64');
    for (const value of [`sha256=${base64}`, hex(), `sha256=${hex().slice(0, 40)}`, 'nothing']) {
      expect(await written(value)).toEqual(['signature_unreadable']);
    }
    const value = sent.headers['webhook-signature']?.replace('v1,', 'v2,');
    const altered = withHeaders(sent, { 'webhook-signature': value });
    expect(await codesOf(check(altered))).toEqual(['signature_unreadable']);
  });

  test('that was altered is distinguished from one made with a wrong secret', async () => {
    expect(await written(`sha256=${'0'.repeat(64)}`)).toEqual(['signature_changed']);
    const nothing = `sha256=${'0'.repeat(64)}`;
    const altered = onlyHeaders(sent, ['X-Service-Timestamp', 'X-Service-Event-Id']);
    const report = check(withHeaders(altered, { [SIGNATURE]: nothing }));
    expect(await codesOf(report)).toEqual(['no_match']);
    expect((await report).findings[0]?.detail).toContain('The body is as sent');
  });
});

describe('the headers', () => {
  test('without a signature leave nothing to verify', async () => {
    expect(await codesOf(check(onlyHeaders(sent, ['Content-Type'])))).toEqual([
      'signature_missing',
    ]);
  });

  test.each([
    'HTTP_X_SERVICE_SIGNATURE',
    'x_service_signature',
    'X-Original-Service-Signature',
    'Service-Signature',
  ])('renamed to %s by a proxy are still found', async (name) => {
    const altered = withHeaders(sent, { [SIGNATURE]: undefined, [name]: sent.headers[SIGNATURE] });
    const report = await check(altered);
    expect(report.findings[0]).toMatchObject({
      code: 'header_renamed',
      title: `X-Service-Signature arrived as ${name}.`,
    });
    expect(await codesOf(check(altered))).toEqual(['header_renamed']);
  });

  test('with another event id are detected by comparison with each other and with the event', async () => {
    const other = (await sentWebhook(box, receiver)).headers['webhook-id'];
    const id = (name: string) => check(withHeaders(sent, { [name]: other }));
    expect(await codesOf(id('webhook-id'))).toContain('event_id_differs');
    expect(await codesOf(id('X-Service-Event-Id'))).toContain('event_id_differs');
    const names = [SIGNATURE, 'X-Service-Timestamp'];
    const moved = withHeaders(onlyHeaders(sent, names), { 'X-Service-Event-Id': other });
    expect(await codesOf(check(moved))).toEqual(['event_id_wrong']);
    const unknown = withHeaders(onlyHeaders(sent, names), { 'X-Service-Event-Id': 'evt_none' });
    expect(await codesOf(check(unknown))).toEqual(['event_id_wrong']);
  });
});

describe('access', () => {
  test('another merchant’s key is not found, and its events and secrets are not used', async () => {
    const { db } = box.base;
    const stranger = await createTestKey(db);
    const actor = await createTestActor(db, stranger.merchantId, 'owner');
    await expect(ask(askedWith(box.key.id, sent), actor)).rejects.toThrow('not_found');
    const report = await ask(askedWith(stranger.id, sent), actor);
    expect(report.verdict).toBe('invalid');
    expect(report.findings.map(({ code }) => code).sort()).toEqual([
      'event_unknown',
      'no_match',
      'timestamp_fresh',
    ]);
  });

  test('nothing is stored, and text that PostgreSQL cannot store is no error', async () => {
    const text = `X-Service-Event-Id: evt_\0\n\n{"data":{"payment_id":"pay_1","x":"\0"}}`;
    const signedWith = { apiKeyId: box.key.id };
    expect((await ask({ text, signedWith })).verdict).toBe('invalid');
    expect((await ask({ text: 'hello', signedWith })).verdict).toBe('invalid');
    expect(await box.base.db.select().from(auditEntry)).toEqual([]);
  });
});
