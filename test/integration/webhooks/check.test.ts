import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type CheckRequest, checkRequest } from '@/lib/webhooks/check/check-request';
import { createTestActor } from '@/test/support/actor';
import { testVault } from '@/test/support/factories';
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

const ask = (request: CheckRequest, now = box.clock()) =>
  checkRequest(box.base.db, testVault, viewer, request, now);
const check = (altered: SentWebhook, now?: Date) => ask(askedWith(box.key.id, altered), now);

async function problemsOf(altered: SentWebhook, now?: Date): Promise<string[]> {
  const { findings } = await check(altered, now);
  return findings.filter(({ kind }) => kind === 'problem').map(({ code }) => code);
}

const later = (seconds: number) => new Date(box.clock().getTime() + seconds * 1_000);
const rewritten = (body: string): SentWebhook => ({ ...sent, body });

describe('a genuine request', () => {
  test('is valid under both schemes with the current secret, and equals the sent body', async () => {
    const { verdict, findings } = await check(sent);
    expect(verdict).toBe('valid');
    expect(findings.map(({ code }) => code)).toEqual([
      'service_valid',
      'standard_valid',
      'legacy_valid',
      'body_as_sent',
      'timestamp_fresh',
    ]);
    expect(findings[0]?.detail).toContain('the current signing secret of “API key”');
  });

  test.each([
    ['from a curl command', (of: SentWebhook) => curl(of)],
    ['from Node’s printed headers', (of: SentWebhook) => inspected(of)],
    ['without the request line', (of: SentWebhook) => pasted(of).split('\n').slice(1).join('\n')],
    ['with CRLF', (of: SentWebhook) => pasted(of).replaceAll('\n', '\r\n')],
  ])('can be pasted %s', async (_, write) => {
    const signedWith = { apiKeyId: box.key.id };
    expect((await ask({ text: write(sent), signedWith })).verdict).toBe('valid');
  });

  test('can be pasted with the body in a separate field', async () => {
    const text = pasted({ ...sent, body: '' });
    const signedWith = { apiKeyId: box.key.id };
    expect((await ask({ text, body: sent.body, signedWith })).verdict).toBe('valid');
  });

  test('with the headers of Standard Webhooks alone is valid', async () => {
    const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
    expect((await check(onlyHeaders(sent, names))).verdict).toBe('valid');
  });

  test('with the older scheme alone is valid, with a note on what that scheme does not cover', async () => {
    const { verdict, findings } = await check(onlyHeaders(sent, ['X-Event-ID', 'X-Signature']));
    expect(verdict).toBe('valid');
    expect(findings.map(({ code }) => code)).toContain('legacy_only');
  });

  test('with a trailing line break beyond its Content-Length is still valid', async () => {
    expect((await check(rewritten(`${sent.body}\n`))).verdict).toBe('valid');
  });
});

describe('the body', () => {
  const noLength = () => withHeaders(sent, { 'Content-Length': undefined });
  const value = () => JSON.parse(sent.body);

  test.each<[string, string, () => string]>([
    ['body_reserialized', 'indented', () => JSON.stringify(value(), null, 2)],
    [
      'body_reserialized',
      'with its fields sorted',
      () => JSON.stringify({ data: value().data, type: value().type, version: '1' }),
    ],
    ['body_reserialized', 'with escaped slashes', () => sent.body.replaceAll('/', '\\/')],
    ['body_end_break', 'with a line break', () => `${sent.body}\n`],
    ['body_end_break', 'with a CRLF', () => `${sent.body}\r\n`],
    ['body_reserialized', 'with a BOM', () => `\uFEFF${sent.body}`],
    ['body_reserialized', 'with spaces around it', () => `  ${sent.body}  `],
    ['body_double_encoded', 'as a JSON string', () => JSON.stringify(sent.body)],
    ['body_base64', 'in base64', () => Buffer.from(sent.body).toString('base64')],
    ['body_edited', 'with another amount', () => sent.body.replace(':100000', ':999999')],
    ['body_edited', 'cut off', () => sent.body.slice(0, -10)],
    ['body_missing', 'left out', () => ''],
  ])('%s: %s', async (code, _, body) => {
    const { verdict, findings } = await ask({
      text: pasted({ ...noLength(), body: '' }),
      body: body(),
      signedWith: { apiKeyId: box.key.id },
    });
    expect(verdict).toBe('invalid');
    const problems = findings.filter(({ kind }) => kind === 'problem');
    expect(problems.map((one) => one.code)).toEqual([
      code === 'body_missing' ? 'body_edited' : code,
    ]);
  });

  test('that is the only fault leaves the secret correct, and the result says so', async () => {
    const { findings } = await check(rewritten(JSON.stringify(value(), null, 2)));
    expect(findings.map(({ code }) => code)).toEqual([
      'body_reserialized',
      'timestamp_fresh',
      'secret_right',
    ]);
  });

  test('that was edited is compared field by field', async () => {
    const { findings } = await check(rewritten(sent.body.replaceAll(':100000', ':999999')));
    expect(findings[0]?.detail).toContain('Not as sent: data.amount_sats, data.received_sats.');
  });

  test('of a test webhook, which is not stored, is explained too', async () => {
    const body =
      '{"version":"1","type":"payment.confirmed","data":{"payment_id":"pay_test_x","txid":"00","address":"bcrt1q","amount_sats":1,"received_sats":1,"confirmations":3,"webhook_url":"https://a.example/b"}}';
    const time = String(Math.floor(box.clock().getTime() / 1_000));
    const signature = hmac(box.key.signingSecret, `${time}.${body}`);
    const headers = { 'X-Service-Timestamp': time, 'X-Service-Signature': `sha256=${signature}` };
    expect((await check({ headers, body })).verdict).toBe('valid');
    const spaced = JSON.stringify(JSON.parse(body), null, 1);
    expect(await problemsOf({ headers, body: spaced })).toEqual(['body_reserialized']);
    expect(await problemsOf({ headers, body: '' })).toEqual(['body_missing', 'no_match']);
    expect(await problemsOf({ headers, body: 'amount=1' })).toEqual(['body_not_json', 'no_match']);
    expect(await problemsOf({ headers, body: '{"version":"2"}' })).toContain('other_version');
  });
});

describe('the timestamp', () => {
  test('is the only fault of a genuine but old request from a log', async () => {
    const { verdict, findings } = await check(sent, later(3 * 3_600));
    expect(verdict).toBe('untimely');
    expect(findings[0]).toMatchObject({
      code: 'timestamp_old',
      title: 'The timestamp is 3 hours old.',
    });
  });

  test('that is in the future, in milliseconds, missing or different is reported as such', async () => {
    const time = sent.headers['X-Service-Timestamp'] ?? '';
    expect(await problemsOf(sent, later(-400))).toEqual(['timestamp_future']);
    const both = (value: string | undefined) =>
      withHeaders(sent, { 'X-Service-Timestamp': value, 'webhook-timestamp': value });
    expect(await problemsOf(both(`${time}123`))).toContain('timestamp_unreadable');
    expect(await problemsOf(both(undefined))).toContain('timestamp_missing');
    const one = withHeaders(sent, { 'X-Service-Timestamp': String(Number(time) + 1) });
    expect(await problemsOf(one)).toEqual(['timestamps_differ', 'signature_changed']);
  });
});

const hmac = (secret: string, content: string) =>
  createHmac('sha256', secret).update(content).digest('hex');

function curl({ headers, body }: SentWebhook): string {
  const options = Object.entries(headers).map(([name, value]) => `-H '${name}: ${value}'`);
  return `curl -g 'https://shop.example/hooks' \\\n  ${options.join(' \\\n  ')} \\\n  --data-raw '${body}'`;
}

function inspected({ headers, body }: SentWebhook): string {
  const lines = Object.entries(headers).map(([name, value]) => `  '${name}': '${value}',`);
  return `{\n${lines.join('\n')}\n}\n\n${body}`;
}
