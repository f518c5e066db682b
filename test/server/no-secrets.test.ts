import { randomBytes } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { delivery } from '@/db/schema/webhooks';
import { startApp, type TestApp } from '@/test/support/app';
import { type BrowserTab, openTab } from '@/test/support/browser-tab';
import { createTestDatabase, type TestDatabase } from '@/test/support/database';
import { dumpOf } from '@/test/support/database-dump';
import { randomDescriptor, TEST_SECRET_KEY } from '@/test/support/factories';
import { type Receiver, startReceiver } from '@/test/support/receiver';
import { until } from '@/test/support/wait';

const METRICS_TOKEN = randomBytes(18).toString('hex');
const NODE_PASSWORD = randomBytes(18).toString('hex');
const email = 'careless@shop.example';

const versions = { public: 0x043587cf, private: 0x04358394 };
const account = HDKey.fromMasterSeed(randomBytes(32), versions).derive("m/84'/1'/0'");
/** A merchant may paste these by mistake, and anyone who reads one of them can spend bitcoin. */
const PRIVATE = {
  xprv: account.privateExtendedKey ?? '',
  wif: 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA',
  words: 'legal winner thank year wave sausage worth useful legal winner thank yellow',
};

let base: TestDatabase;
let app: TestApp;
let receiver: Receiver;
let tab: BrowserTab;
/** Every text that must not appear, by kind. */
const secrets = new Map<string, string>([
  ['the metrics token', METRICS_TOKEN],
  ['the secret key', TEST_SECRET_KEY],
  ['the password of a node', NODE_PASSWORD],
  ...Object.entries(PRIVATE),
]);
const refusals: string[] = [];

beforeAll(async () => {
  [base, receiver] = await Promise.all([createTestDatabase(), startReceiver()]);
  const env = {
    SECRET_KEY: TEST_SECRET_KEY,
    BITCOIN_REGTEST: 'sandbox',
    // The refused connections are logged repeatedly.
    BITCOIN_SIGNET: `http://node:${NODE_PASSWORD}@127.0.0.1:9`,
    METRICS_TOKEN,
    LOG_LEVEL: 'debug',
    SIGN_UP: 'open',
  };
  app = await startApp({ databaseUrl: base.url, env });
  tab = openTab(app.url);
});
afterAll(async () => {
  await app?.stop();
  await receiver?.close();
  await base?.drop();
});

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  readonly json: any;
}

async function ask(path: string, body?: unknown, headers = {}, method = 'POST'): Promise<Answer> {
  const cookie = [...tab.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(`${app.url}${path}`, {
    method: body === undefined ? 'GET' : method,
    headers: {
      cookie,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.status >= 400)
    refusals.push(`${path.slice(0, 40)} ${text} ${JSON.stringify([...response.headers])}`);
  return { status: response.status, json: /^[{[]/.test(text) ? JSON.parse(text) : undefined };
}

async function signInAndOut(): Promise<void> {
  const passwords = {
    first: 'correct horse battery',
    wrong: 'incorrect horse',
    next: 'staple of horses 9',
  };
  for (const [what, password] of Object.entries(passwords))
    secrets.set(`the ${what} password`, password);
  await tab.submit('/sign-up', { merchantName: 'Careless', email, password: passwords.first });
  secrets.set('the first session', tab.cookies.get('blocktally-session') ?? '');
  secrets.set('the device', tab.cookies.get('blocktally-device') ?? '');
  const stranger = openTab(app.url);
  refusals.push((await stranger.submit('/sign-in', { email, password: passwords.wrong })).text);
  await stranger.submit('/sign-in', { email, password: passwords.first });
  secrets.set('the second session', stranger.cookies.get('blocktally-session') ?? '');
  const change = { current: passwords.wrong, password: passwords.next };
  expect((await ask('/api/dashboard/settings/password', change)).status).toBe(400);
  const right = { current: passwords.first, password: passwords.next };
  expect((await ask('/api/dashboard/settings/password', right)).status).toBe(200);
  const invited = await ask('/api/dashboard/team/invitations', {
    email: 'x@y.example',
    role: 'viewer',
  });
  secrets.set('the invitation', new URL(invited.json.link).pathname.split('/').pop() ?? '');
}

const SETTINGS = {
  allow_custom_addresses: false,
  allow_management: false,
  allow_follow_ups: false,
  allowed_ips: [],
  embed_origins: [],
  webhook_events: ['payment.detected', 'payment.confirmed'],
  customer_mails: [],
  default_webhook_url: null,
  expires_at: null,
};

/** @returns the key's id, and its API key after a rotation */
async function makeKeys(): Promise<{ id: string; apiKey: string }> {
  const descriptor = randomDescriptor('regtest');
  const body = { network: 'regtest', descriptor, name: 'Till', ...SETTINGS };
  const { id, api_key, signing_secret } = (await ask('/api/dashboard/keys', body)).json;
  const path = `/api/dashboard/keys/${id}`;
  const rotated = (await ask(`${path}/rotate`, { overlap_seconds: 3_600 })).json;
  const resigned = (await ask(`${path}/signing-secret/rotate`, { overlap_seconds: 3_600 })).json;
  expect((await ask(`${path}/signing-secret`, {})).json.signing_secret).toBe(
    resigned.signing_secret,
  );
  secrets.set('the first API key', api_key).set('the second API key', rotated.api_key);
  secrets.set('the first signing secret', signing_secret);
  secrets.set('the second signing secret', resigned.signing_secret);
  return { id, apiKey: rotated.api_key };
}

async function pasteByMistake(key: { id: string; apiKey: string }): Promise<void> {
  const everything = [
    ...Object.values(PRIVATE),
    key.apiKey,
    secrets.get('the second signing secret'),
  ];
  for (const pasted of everything) {
    for (const descriptor of [
      pasted,
      `wpkh(${pasted}/0/*)`,
      `wpkh([deadbeef/84h/1h/0h]${pasted}/0/*)`,
    ]) {
      const body = { network: 'regtest', descriptor, name: 'Till', ...SETTINGS };
      expect((await ask('/api/dashboard/keys', body)).status).toBe(400);
      const preview = { network: 'regtest', descriptor };
      expect((await ask('/api/dashboard/keys/preview', preview)).status).toBe(400);
    }
    const named = {
      network: 'regtest',
      descriptor: randomDescriptor('regtest'),
      name: pasted,
      ...SETTINGS,
    };
    expect((await ask('/api/dashboard/keys', named)).status).toBe(400);
    expect((await ask(`/api/dashboard/keys/${key.id}`, { name: pasted }, {}, 'PATCH')).status).toBe(
      400,
    );
    await ask('/api/dashboard/keys', `{"descriptor": "${pasted}"`);
    const bearer = { authorization: `Bearer ${key.apiKey}` };
    for (const path of [
      `/v1/btc/payments/${encodeURIComponent(pasted ?? '')}`,
      `/v1/btc/payments?from=${encodeURIComponent(pasted ?? '')}&to=1`,
      `/api/dashboard/payments/${encodeURIComponent(pasted ?? '')}`,
      `/api/dashboard/payments?key=${encodeURIComponent(pasted ?? '')}`,
      `/sign-in?error=${encodeURIComponent(pasted ?? '')}`,
    ]) {
      await ask(path, undefined, bearer);
    }
    await ask('/v1/btc/payments', { amount_sats: pasted, destination_address: pasted }, bearer);
    await ask('/v1/btc/payments?from=0&to=1', undefined, { authorization: `Bearer ${pasted}` });
    await ask('/metrics', undefined, { authorization: `Bearer ${pasted}` });
    await ask('/api/auth/callback/credentials', {
      email: pasted,
      password: pasted,
      csrfToken: pasted,
    });
  }
}

async function takePayments({ apiKey }: { apiKey: string }): Promise<void> {
  receiver.respond((request) => ({
    status: 500,
    headers: { 'set-cookie': 'a=b' },
    body: `no: ${JSON.stringify(request.headers)}`,
  }));
  const bearer = { authorization: `Bearer ${apiKey}` };
  const body = { amount_sats: 5_000, webhook_url: receiver.url('/hooks') };
  const { json } = await ask('/v1/btc/payments', body, { ...bearer, 'idempotency-key': 'once' });
  await ask('/v1/sandbox/pay', { payment_id: json.id }, bearer);
  await ask('/v1/webhooks/test', { webhook_url: receiver.url('/hooks') }, bearer);
  await until('a webhook has failed', async () => {
    const [row] = await base.db.select().from(delivery).where(eq(delivery.paymentId, json.id));
    return row?.lastError;
  });
  await ask('/metrics', undefined, { authorization: `Bearer ${METRICS_TOKEN}` });
  for (const path of ['/api/health', '/api/dashboard/chains', '/dashboard']) await ask(path);
}

test('no secret appears in the database, the log or an error', async () => {
  await signInAndOut();
  const key = await makeKeys();
  await pasteByMistake(key);
  await takePayments(key);
  expect([...secrets.values()].filter((secret) => secret.length < 8)).toEqual([]);
  const places = { database: await dumpOf(base), log: app.output(), refusals: refusals.join('\n') };
  // If a place lacked its expected data, the checks below would prove nothing.
  expect(places.database).toContain(email);
  expect(places.log).toContain(key.id);
  expect(places.refusals).toContain('invalid_request');
  for (const [place, text] of Object.entries(places)) {
    const found = [...secrets].filter(([, secret]) => text.includes(secret)).map(([what]) => what);
    expect(found, place).toEqual([]);
  }
});
