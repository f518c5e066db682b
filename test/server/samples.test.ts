import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OPERATOR } from '@/lib/domain/actor';
import { toSats } from '@/lib/domain/sats';
import { rotateSigningSecret } from '@/lib/keys/rotate-signing-secret';
import { signedHeaders } from '@/lib/webhooks/delivery/sign';
import { eventBody } from '@/lib/webhooks/events/event-body';
import { startApp, type TestApp } from '@/test/support/app';
import { createTestDatabase, type TestDatabase } from '@/test/support/database';
import { createTestKey, TEST_SECRET_KEY, type TestKey, testVault } from '@/test/support/factories';
import { type ReceivedRequest, type Receiver, startReceiver } from '@/test/support/receiver';
import { LANGUAGES, type Language, openSamples, type SampleRunner } from '@/test/support/samples';

let base: TestDatabase;
let receiver: Receiver;
let app: TestApp;
let key: TestKey;
let samples: SampleRunner;
let before: ReceivedRequest;
let after: ReceivedRequest;
let newSecret: string;

const BODY = eventBody('payment.expired', {
  payment_id: 'pay_1',
  txid: null,
  address: 'a',
  amount_sats: toSats(1),
  received_sats: toSats(0),
  confirmations: 0,
  webhook_url: null,
  metadata: null,
  description: null,
  price: null,
  status: 'expired',
  reason: null,
});
const folder = mkdtempSync(path.join(tmpdir(), 'blocktally-catch-up-'));

beforeAll(async () => {
  samples = openSamples();
  [base, receiver] = await Promise.all([createTestDatabase(), startReceiver()]);
  app = await startApp({
    databaseUrl: base.url,
    env: { BITCOIN_REGTEST: 'sandbox', SECRET_KEY: TEST_SECRET_KEY },
  });
});

afterAll(async () => {
  rmSync(folder, { recursive: true });
  samples.close();
  await app.stop();
  await Promise.all([receiver.close(), base.drop()]);
});

async function sendTest(): Promise<ReceivedRequest> {
  const response = await fetch(`${app.url}/v1/webhooks/test`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ webhook_url: receiver.url() }),
  });
  if (!response.ok) throw new Error(await response.text());
  const request = receiver.requests.at(-1);
  if (!request) throw new Error('nothing was received');
  return request;
}

interface Webhook {
  readonly body: Uint8Array;
  readonly timestamp: string | undefined;
  readonly signature: string | undefined;
}

const asSent = ({ body, headers }: ReceivedRequest): Webhook => ({
  body,
  timestamp: headers['x-service-timestamp'],
  signature: headers['x-service-signature'],
});

function signedAt(secondsAgo: number, secret = key.signingSecret): Webhook {
  const body = before.body.toString();
  const event = { eventId: 'evt_1', type: 'payment.confirmed', body } as const;
  const at = new Date(Date.now() - secondsAgo * 1_000);
  const headers = signedHeaders(event, [secret], at);
  const { 'X-Service-Timestamp': timestamp, 'X-Service-Signature': signature } = headers;
  return { body: before.body, timestamp, signature };
}

const verify = (language: Language, secrets: string, { body, timestamp, signature }: Webhook) =>
  samples.run(language, 'verify-webhook', {
    stdin: body,
    env: {
      SECRET: secrets,
      ...(timestamp === undefined ? {} : { HTTP_X_SERVICE_TIMESTAMP: timestamp }),
      ...(signature === undefined ? {} : { HTTP_X_SERVICE_SIGNATURE: signature }),
    },
  });

describe.each(LANGUAGES)('in %s', (language) => {
  beforeAll(async () => {
    key = await createTestKey(base.db);
    before = await sendTest();
    const rotated = await rotateSigningSecret(
      base.db,
      testVault,
      OPERATOR,
      key.id,
      3_600,
      new Date(),
    );
    newSecret = rotated.signingSecret;
    after = await sendTest();
  });

  const genuine = { code: 0, stdout: expect.stringMatching(/^genuine: /), stderr: '' };
  const refused = (why: string) => ({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining(`refused: ${why}`),
  });

  test('a repeated run of a sample returns the same payment, unless the attempt number differs', async () => {
    const env = { KEY: key.apiKey, BLOCKTALLY_URL: app.url, WEBHOOK_URL: receiver.url() };
    const input = { args: [`order-${language}`], env };
    const first = await samples.run(language, 'create-payment', input);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toMatch(/pay_[0-9A-Za-z]{22}/);
    expect(first.stdout).toMatch(/\/pay\/co_/);
    expect(await samples.run(language, 'create-payment', input)).toEqual(first);
    const next = { ...input, args: [...input.args, '2'] };
    const second = await samples.run(language, 'create-payment', next);
    expect(second).toMatchObject({ code: 0, stdout: expect.stringMatching(/pay_/) });
    expect(second.stdout).not.toBe(first.stdout);
  });

  test('the catch-up sample prints each event once over several pages, and its next run continues after them', async () => {
    const env = { KEY: key.apiKey, BLOCKTALLY_URL: app.url };
    const file = path.join(folder, language);
    const catchUp = () => samples.run(language, 'catch-up', { args: [file], env });
    const idsOf = ({ stdout }: { stdout: string }) => stdout.match(/evt_\S+ payment\.\S+/g) ?? [];
    expect(await catchUp()).toEqual({ code: 0, stdout: '', stderr: '' });
    const events = (from: number, to: number) =>
      base.db.execute(sql`
        with made as (
          insert into payment (id, checkout_id, api_key_id, network, address, script, amount_sats,
            tolerance_ppm, required_sats, required_confirmations, created_at, expires_at, updated_at,
            status, holds_address)
          select 'pay_' || ${language} || n, 'co_' || ${language} || n, ${key.id}, 'regtest', 'a', 'b',
            1, 0, 1, 1, now(), now(), now(), 'expired', false
          from generate_series(${from}::int, ${to}::int) n returning id
        )
        insert into webhook_event (id, payment_id, api_key_id, type, sequence, body, created_at)
        select 'evt_' || left(md5(id), 22), id, ${key.id}, 'payment.expired', 1, ${BODY}, now()
        from made order by id`);
    await events(1, 130);
    const first = await catchUp();
    expect(new Set(idsOf(first)).size).toBe(130);
    expect(await catchUp()).toEqual({ code: 0, stdout: '', stderr: '' });
    await events(131, 131);
    expect(idsOf(await catchUp())).toHaveLength(1);
    const wrong = await samples.run(language, 'catch-up', {
      args: [file],
      env: { ...env, KEY: 'btly_sig_unknown' },
    });
    expect([wrong.code === 0, wrong.stdout + wrong.stderr]).toEqual([
      false,
      expect.stringContaining('unauthorized'),
    ]);
  });

  test('a sample program that gets an API error exits with the error’s code', async () => {
    const env = { KEY: 'btly_sig_unknown', BLOCKTALLY_URL: app.url };
    const { code, stdout, stderr } = await samples.run(language, 'create-payment', { env });
    expect(code).not.toBe(0);
    expect(stdout + stderr).toContain('unauthorized');
  });

  test('the sample for verifying webhooks accepts a webhook of the server', async () => {
    expect(await verify(language, key.signingSecret, asSent(before))).toMatchObject(genuine);
  });

  test('the sample for verifying webhooks rejects a changed body or timestamp', async () => {
    const sent = asSent(before);
    const changed = Buffer.from(
      before.body.toString().replace('"confirmations":3', '"confirmations":4'),
    );
    const longer = Buffer.concat([before.body, Buffer.from('\n')]);
    for (const body of [changed, longer]) {
      const result = await verify(language, key.signingSecret, { ...sent, body });
      expect(result).toMatchObject(refused('no signature matches'));
    }
    const moved = { ...sent, timestamp: String(Number(sent.timestamp) - 1) };
    expect(await verify(language, key.signingSecret, moved)).toMatchObject(
      refused('no signature matches'),
    );
  });

  test('the webhook sample rejects a timestamp that is more than five minutes in the past or future', async () => {
    for (const secondsAgo of [330, -330]) {
      const result = await verify(language, key.signingSecret, signedAt(secondsAgo));
      expect(result).toMatchObject(refused('the timestamp is not within five minutes'));
    }
    expect(await verify(language, key.signingSecret, signedAt(200))).toMatchObject(genuine);
  });

  test('the webhook sample accepts a webhook signed with the old secret, the new secret, or both', async () => {
    const sent = asSent(after);
    expect(sent.signature?.split(',')).toHaveLength(2);
    expect(await verify(language, key.signingSecret, sent)).toMatchObject(genuine);
    expect(await verify(language, newSecret, sent)).toMatchObject(genuine);
    const both = `${newSecret} ${key.signingSecret}`;
    expect(await verify(language, both, asSent(before))).toMatchObject(genuine);
  });

  test('the webhook sample rejects every webhook if a secret is empty, as after a trailing space', async () => {
    for (const secrets of ['', ' ', `${key.signingSecret} `]) {
      const result = await verify(language, secrets, signedAt(0, ''));
      expect(result).toMatchObject(refused('no signature matches'));
    }
    const spaced = `${key.signingSecret} `;
    expect(await verify(language, spaced, asSent(before))).toMatchObject(genuine);
  });

  test('the webhook sample rejects a webhook with a wrong secret, a missing header or a malformed timestamp', async () => {
    const sent = asSent(before);
    expect(await verify(language, newSecret, sent)).toMatchObject(refused('no signature matches'));
    for (const name of ['timestamp', 'signature'] as const) {
      const result = await verify(language, key.signingSecret, { ...sent, [name]: undefined });
      expect(result).toMatchObject(refused('a header is missing'));
    }
    for (const timestamp of ['yesterday', `+${sent.timestamp}`, `${sent.timestamp}000`]) {
      const result = await verify(language, key.signingSecret, { ...sent, timestamp });
      expect(result).toMatchObject(refused('the timestamp is not Unix time'));
    }
  });

  test('if the signing secret is not set, the webhook sample’s error names the missing variable', async () => {
    const env = {
      HTTP_X_SERVICE_TIMESTAMP: `${Math.floor(Date.now() / 1_000)}`,
      HTTP_X_SERVICE_SIGNATURE: 'x',
    };
    const { code, stdout, stderr } = await samples.run(language, 'verify-webhook', { env });
    expect([code === 0, stdout + stderr]).toEqual([false, expect.stringContaining('SECRET')]);
    expect(stdout + stderr).not.toContain('refused');
  });
});
