import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { greenfieldKey } from '@/db/schema/greenfield';
import { apiRequest } from '@/db/schema/request-log';
import { OPERATOR } from '@/lib/domain/actor';
import { ALL_PERMISSIONS, includesPermission, type Permission } from '@/lib/greenfield/permissions';
import { GREENFIELD_ROUTES } from '@/lib/greenfield/table';
import { revokeKey } from '@/lib/keys/revoke-key';
import { RESPONSE_SCHEMAS } from '@/test/greenfield/check-answer';
import { createTestApi } from '@/test/support/api';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey } from '@/test/support/factories';
import { createPairing, createPluginSender } from '@/test/support/greenfield';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { until } from '@/test/support/wait';

const base = await openForTestFile(createTestDatabase());
const key = await createTestKey(base.db, { name: 'vellichor' });
const stranger = await createTestKey(base.db);
const sibling = await createTestKey(base.db, { merchantId: key.merchantId });
const api = createTestApi(base, { BITCOIN_REGTEST: 'sandbox' });
const owner = createPluginSender(api, key.apiKey);
const { json: invoice } = await owner('POST', `stores/${key.id}/invoices`, {
  body: { amount: 1_000, currency: 'SATS', metadata: { orderId: 'vellichor-1' } },
});

type Route = (typeof GREENFIELD_ROUTES)[number];
const nameOf = ({ method, path }: Route) => `${method} ${path}`;
const guarded = GREENFIELD_ROUTES.filter(({ access }) => access.startsWith('btcpay.'));
const pathOf = ({ path }: Route) =>
  path
    .replace('/api/v1/', '')
    .replace('{storeId}', key.id)
    .replace('{invoiceId}', invoice.id)
    .replace(/\{\w+\}/g, 'unknown');

const BODIES: Readonly<Record<string, object>> = {
  'POST /api/v1/stores/{storeId}/invoices': { amount: 1_000, currency: 'SATS' },
  'POST /api/v1/stores/{storeId}/invoices/{invoiceId}/status': { status: 'Invalid' },
};
const askAs = (route: Route, token: string) => {
  const body = BODIES[nameOf(route)];
  return createPluginSender(api, token)(route.method, pathOf(route), body ? { body } : {});
};

test('every operation of BTCPay’s API has a response schema', () => {
  expect(Object.keys(RESPONSE_SCHEMAS).sort()).toEqual(GREENFIELD_ROUTES.map(nameOf).sort());
});

describe.each(guarded.map((route) => [nameOf(route), route] as const))('%s', (_, route) => {
  test('the error for a key that lacks one required permission names that permission', async () => {
    const access = route.access as Permission;
    const others = ALL_PERMISSIONS.filter((one) => !includesPermission([one], access));
    const { token } = await createPairing(base, key, others);
    const { status, json } = await askAs(route, token);
    expect([status, json.code, json.missingPermission]).toEqual([
      403,
      'missing-permission',
      access,
    ]);
  });

  test('an operation accepts a key that has only the required permission', async () => {
    const { token } = await createPairing(base, key, [route.access]);
    expect([401, 403]).not.toContain((await askAs(route, token)).status);
  });

  test('an operation returns no store data to keys of other stores', async () => {
    for (const other of [stranger, sibling]) {
      const { token } = await createPairing(base, other);
      for (const theirs of [token, other.apiKey]) {
        const { status, text } = await askAs(route, theirs);
        const expected = route.path === '/api/v1/stores' ? 200 : 403;
        expect(status).toBe(route.path === '/api/v1/invoices/{invoiceId}' ? 404 : expected);
        expect(text).not.toContain('vellichor');
      }
    }
  });
});

const needsKey = GREENFIELD_ROUTES.filter(({ access }) => access !== 'anyone');

test.each(needsKey.map((route) => [nameOf(route), route] as const))(
  '%s returns 401 without a valid key',
  async (_, route) => {
    const revoked = await createPairing(base, key);
    const { id } = greenfieldKey;
    await base.db.update(greenfieldKey).set({ revokedAt: new Date() }).where(eq(id, revoked.id));
    const ended = await createTestKey(base.db);
    const ofEnded = await createPairing(base, ended);
    await revokeKey(base.db, OPERATOR, ended.id, new Date());
    for (const token of ['', 'x', key.apiKey.slice(0, -1), revoked.token, ofEnded.token]) {
      const { status, json, headers } = await askAs(route, token);
      expect([status, json.code]).toEqual([401, 'unauthenticated']);
      expect(headers['www-authenticate']).toBe('token');
    }
  },
);

describe('keys of BTCPay’s API', () => {
  test('a key is accepted with the authorization scheme token or bearer, in any letter case', async () => {
    for (const scheme of ['token', 'Token', 'bearer', 'Bearer']) {
      const { json } = await createPluginSender(api, key.apiKey, scheme)('GET', 'api-keys/current');
      expect(json.apiKey).toBe(key.apiKey);
    }
    expect(
      (await createPluginSender(api, key.apiKey, 'Basic')('GET', 'api-keys/current')).status,
    ).toBe(401);
  });

  test('a shop plugin can read its own name and permissions with its key', async () => {
    const granted = ['btcpay.store.canviewinvoices', 'btcpay.store.cancreateinvoice'];
    const { token } = await createPairing(base, key, granted, 'WooCommerce');
    const { json } = await createPluginSender(api, token)('GET', 'api-keys/current');
    expect(json).toEqual({
      apiKey: token,
      label: 'WooCommerce',
      permissions: granted.map((one) => `${one}:${key.id}`),
    });
  });

  test('a shop plugin’s key is refused by /v1', async () => {
    const { token } = await createPairing(base, key);
    expect((await api.call({ path: '/v1/key', key: token })).status).toBe(401);
  });

  test('a shop plugin’s key can revoke itself, and an API key of this server cannot', async () => {
    const { token } = await createPairing(base, key);
    const call = createPluginSender(api, token);
    const { status, text } = await call('DELETE', 'api-keys/current');
    expect([status, text]).toEqual([200, '']);
    expect((await call('GET', 'api-keys/current')).status).toBe(401);
    const own = await owner('DELETE', 'api-keys/current');
    expect([own.status, own.json.missingPermission]).toEqual([403, 'unrestricted']);
  });

  test('a shop plugin’s pairing records the time of the last request and the reason for the last refusal', async () => {
    const { id, token } = await createPairing(base, key, ['btcpay.store.cancreateinvoice']);
    const call = createPluginSender(api, token);
    await call('POST', `stores/${key.id}/invoices`, { body: { amount: 1, currency: 'ABC' } });
    const row = await until('the refusal is written', async () => {
      const [found] = await base.db.select().from(greenfieldKey).where(eq(greenfieldKey.id, id));
      return found?.lastError && found.lastUsedAt && found;
    });
    expect(row.lastError?.text).toBe(
      'currency: Must be a currency of ISO 4217, BTC or SATS, not "ABC".',
    );
  });

  test('requests to BTCPay’s API are listed in the request log of the store’s key', async () => {
    const { id: storeId, apiKey } = await createTestKey(base.db);
    const call = createPluginSender(api, apiKey);
    await call('GET', `stores/${storeId}/invoices?orderId=1`);
    await call('GET', `stores/${storeId}/invoices/secret-pasted-by-mistake`);
    await api.writeRequestLog();
    const rows = await base.db.select().from(apiRequest).where(eq(apiRequest.apiKeyId, storeId));
    const seen = rows.map(({ method, path, status, problemCode }) => [
      `${method} ${path}`,
      status,
      problemCode,
    ]);
    expect(seen).toEqual(
      expect.arrayContaining([
        [`GET /api/v1/stores/${storeId}/invoices`, 200, null],
        [`GET /api/v1/stores/${storeId}/invoices/{invoiceId}`, 404, 'payment_not_found'],
      ]),
    );
  });
});

describe('requests to BTCPay’s API', () => {
  test('requests to BTCPay’s API may end their path with a slash', async () => {
    const body = { amount: 1_000, currency: 'SATS' };
    expect((await owner('POST', `stores/${key.id}/invoices/`, { body })).status).toBe(200);
    expect((await owner('GET', 'stores/')).json[0].id).toBe(key.id);
  });

  test('an unknown path gets 404, and an unsupported method gets 405 with the allowed methods', async () => {
    const unknown = await owner('GET', 'stores/x/lightning');
    expect([unknown.status, unknown.json.code]).toEqual([404, 'not-found']);
    const wrong = await owner('PATCH', 'stores');
    expect([wrong.status, wrong.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect((await owner('OPTIONS', 'stores')).status).toBe(204);
  });

  test('a body that is not a JSON object gets 400, and another content type gets 415', async () => {
    const path = `stores/${key.id}/invoices`;
    for (const body of ['{', '[]', '"text"', '{"amount":1,"amount":2}']) {
      expect((await owner('POST', path, { body })).status, body).toBe(400);
    }
    const headers = { 'content-type': 'text/plain' };
    expect((await owner('POST', path, { body: '{}', headers })).status).toBe(415);
    const long = { metadata: { text: 'x'.repeat(70_000) } };
    expect((await owner('POST', path, { body: long })).status).toBe(413);
  });

  test('a key over its limit gets 429 with Retry-After', async () => {
    const limited = createTestApi(base, { RATE_LIMIT_PER_KEY: '1' });
    const call = createPluginSender(limited, stranger.apiKey);
    expect((await call('GET', 'api-keys/current')).status).toBe(200);
    const { status, json, headers } = await call('GET', 'api-keys/current');
    expect([status, json.code]).toEqual([429, 'rate-limited']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });

  test('every path gets 404 with GREENFIELD=off', async () => {
    const off = createPluginSender(createTestApi(base, { GREENFIELD: 'off' }), key.apiKey);
    for (const path of ['health', 'stores', `stores/${key.id}/invoices`, 'nowhere']) {
      expect((await off('GET', path)).status, path).toBe(404);
    }
  });
});
