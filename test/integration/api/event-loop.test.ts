import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Member } from '@/lib/domain/actor';
import { MAX_SANDBOX_BLOCKS } from '@/lib/domain/limits';
import {
  LARGE_DESCRIPTORS,
  ORDINARY_DESCRIPTOR,
  putTextsInField,
  SLOW_KEY_SETTINGS,
  SLOW_QUERY_STRINGS,
  SLOW_TO_PARSE_BODIES,
  SLOW_TO_PARSE_DESCRIPTORS,
  SLOW_TO_PARSE_TEXTS,
  type SlowRequest,
} from '@/test/fuzz/heavy';
import { createTestActor } from '@/test/support/actor';
import { createTestApi, type TestApi, type TestRequest } from '@/test/support/api';
import { createTestDatabase, type TestDatabase } from '@/test/support/database';
import { createTestKey, type TestKey } from '@/test/support/factories';
import { startTestPasswordThread } from '@/test/support/password-worker';
import { sealRows } from '@/test/support/seals';
import { minExtraStallMs } from '@/test/support/stall';

const MAX_MS = 50;
const SETTINGS = {
  name: 'Till',
  allow_custom_addresses: false,
  allow_management: false,
  allow_follow_ups: false,
  allowed_ips: [],
  embed_origins: [],
  webhook_events: [],
  customer_mails: [],
  default_webhook_url: null,
  expires_at: null,
};

let thread: { remove(): void };
let base: TestDatabase;
let api: TestApi;
let key: TestKey;
let owner: Member;

beforeAll(async () => {
  thread = await startTestPasswordThread();
  base = await createTestDatabase();
  api = createTestApi(base, { BITCOIN_REGTEST: 'sandbox' });
  key = await createTestKey(base.db, { allowCustomAddresses: true });
  owner = await createTestActor(base.db, key.merchantId, 'owner');
});
afterAll(async () => {
  thread.remove();
  await base.drop();
});

async function stalls(ordinary: TestRequest, heavy: readonly SlowRequest[]): Promise<string[]> {
  await api.call(ordinary);
  const found: string[] = [];
  for (const { name, request } of heavy) {
    const call = (one: TestRequest) => () => api.call(one);
    const ms = await minExtraStallMs(call(ordinary), call(request), MAX_MS);
    if (process.env.SHOW) process.stdout.write(`@ ${name} ${ms.toFixed(1)}\n`);
    if (ms > MAX_MS) found.push(`${name}: ${Math.round(ms)} ms`);
  }
  return found;
}

test('creating payments never blocks the event loop', async () => {
  const create = { path: '/v1/btc/payments', key: key.apiKey, body: { amount_sats: 1_000 } };
  const heavy = [
    ...Object.entries(SLOW_TO_PARSE_BODIES).map(([name, body]) => ({
      name,
      request: { ...create, body },
    })),
    ...putTextsInField(create, 'reference', SLOW_TO_PARSE_TEXTS),
    ...putTextsInField(create, 'webhook_url', SLOW_TO_PARSE_TEXTS),
    ...putTextsInField(create, 'destination_address', SLOW_TO_PARSE_TEXTS),
    ...Object.entries(SLOW_TO_PARSE_TEXTS).map(([name, text]) => ({
      name: `a header of ${name}`,
      request: {
        ...create,
        headers: { 'idempotency-key': text, 'x-forwarded-for': text, 'content-encoding': text },
      },
    })),
    ...Object.entries(SLOW_TO_PARSE_TEXTS).map(([name, text]) => ({
      name: `a key of ${name}`,
      request: { ...create, key: text },
    })),
  ];
  expect(await stalls(create, heavy)).toEqual([]);
});

test('listing and exporting never block the event loop', async () => {
  for (const path of [
    '/v1/btc/payments',
    '/api/dashboard/payments',
    '/api/dashboard/payments/export',
    '/api/dashboard/deliveries',
    '/api/dashboard/audit',
  ]) {
    const list = { path, key: key.apiKey, as: owner };
    const heavy = Object.entries(SLOW_QUERY_STRINGS).map(([name, query]) => ({
      name: `${path}: ${name}`,
      request: { ...list, path: path + query },
    }));
    expect(await stalls({ ...list, path: `${path}?format=csv` }, heavy)).toEqual([]);
  }
});

test('exporting thousands of payments never blocks the event loop', async () => {
  const many = await createTestKey(base.db);
  const one = { path: '/v1/btc/payments', key: many.apiKey, body: { amount_sats: 1_000 } };
  const { json } = await api.call({
    ...one,
    body: { ...one.body, reference: 'order '.repeat(40) },
  });
  await base.db.execute(sql`
    insert into payment select copy.* from generate_series(1, 3000) n,
      jsonb_populate_record(
        (select payment from payment where id = ${json.id}),
        jsonb_build_object('id', 'pay_copy' || lpad(n::text, 18, '0'), 'checkout_id', 'copy' || n, 'script', 'aa' || n,
          'derivation_index', n + 100)
      ) copy
  `);
  await sealRows(base.db);
  const as = await createTestActor(base.db, many.merchantId, 'owner');
  const few = { as: owner, path: '/api/dashboard/payments?limit=1' };
  const heavy = ['export?format=csv', '?limit=100'].map((query) => ({
    name: query,
    request: { as, path: `/api/dashboard/payments${query.replace(/^e/, '/e')}` },
  }));
  expect(await stalls(few, heavy)).toEqual([]);
});

test('changes in the dashboard never block the event loop', async () => {
  const as = owner;
  const at = (path: string, body: object) => ({ path: `/api/dashboard/${path}`, as, body });
  const patch = { ...at(`keys/${key.id}`, { name: 'till' }), method: 'PATCH' };
  const settings = Object.entries(SLOW_KEY_SETTINGS).map(([name, body]) => ({
    name: `settings: ${name}`,
    request: { ...patch, body: JSON.stringify(body).slice(0, 16_384) },
  }));
  const invite = at('team/invitations', { email: 'a@b.example', role: 'viewer' });
  const password = at('settings/password', { current: '', next: 'a long enough password' });
  const headers = 'X-Service-Timestamp: 1\nX-Service-Signature: sha256=00';
  const check = at('webhooks/check', { key: key.id, headers, body: '{}' });
  const test = at('webhooks/test', { key: key.id, webhook_url: 'http://127.0.0.1:9/' });
  const rename = { ...at('settings/merchant', { name: 'Shop' }), method: 'PATCH' };
  expect(
    await stalls(patch, [
      ...settings,
      ...putTextsInField(patch, 'expires_at', SLOW_TO_PARSE_TEXTS),
      ...putTextsInField(invite, 'email', SLOW_TO_PARSE_TEXTS),
      ...putTextsInField(password, 'password', SLOW_TO_PARSE_TEXTS),
      ...putTextsInField(check, 'headers', SLOW_TO_PARSE_TEXTS),
      ...putTextsInField(check, 'headers', SLOW_TO_PARSE_BODIES),
      ...putTextsInField(check, 'body', SLOW_TO_PARSE_BODIES),
      ...putTextsInField(test, 'webhook_url', SLOW_TO_PARSE_TEXTS),
      ...putTextsInField(rename, 'name', SLOW_TO_PARSE_TEXTS),
    ]),
  ).toEqual([]);
});

test('simulating many blocks never blocks the event loop', async () => {
  const mine = { path: '/v1/sandbox/mine', key: key.apiKey, body: { blocks: 1 } };
  const heavy = ['mine', 'reorg'].map((action) => ({
    name: action,
    request: { ...mine, path: `/v1/sandbox/${action}`, body: { blocks: MAX_SANDBOX_BLOCKS } },
  }));
  expect(await stalls(mine, heavy)).toEqual([]);
});

test('parsing a descriptor never blocks the event loop', async () => {
  const body = { network: 'regtest', descriptor: ORDINARY_DESCRIPTOR };
  const preview = { path: '/api/dashboard/keys/preview', as: owner, body };
  expect(
    await stalls(preview, putTextsInField(preview, 'descriptor', SLOW_TO_PARSE_DESCRIPTORS)),
  ).toEqual([]);
});

test('reading the largest wallets, and creating keys for them, never blocks the event loop', async () => {
  const { merchantId } = owner;
  const look = { path: '/api/dashboard/wallets', as: owner };
  const create = (descriptor: string) => ({
    path: '/api/dashboard/keys',
    as: owner,
    body: { ...SETTINGS, network: 'regtest', descriptor },
  });
  const heavy = Object.entries(LARGE_DESCRIPTORS).map(([name, text]) => ({
    name: `a key for ${name}`,
    request: create(text),
  }));
  expect(await stalls(create(ORDINARY_DESCRIPTOR), heavy)).toEqual([]);
  const other = await createTestKey(base.db);
  const few = { ...look, as: await createTestActor(base.db, other.merchantId, 'owner') };
  for (const descriptor of Object.values(LARGE_DESCRIPTORS)) {
    await createTestKey(base.db, { merchantId, descriptor });
  }
  expect(await stalls(few, [{ name: 'a look', request: look }])).toEqual([]);
});

test.each(Object.entries(LARGE_DESCRIPTORS))(
  'creating 64 payments concurrently from %s never blocks the event loop',
  async (_, descriptor) => {
    const [ordinary, large] = [key, await createTestKey(base.db, { descriptor })];
    const creates = (of: TestKey) => () =>
      Promise.all(
        Array.from({ length: 64 }, () =>
          api.call({ path: '/v1/btc/payments', key: of.apiKey, body: { amount_sats: 1_000 } }),
        ),
      );
    await creates(large)();
    const ms = await minExtraStallMs(creates(ordinary), creates(large), MAX_MS);
    expect(ms).toBeLessThanOrEqual(MAX_MS);
  },
);
