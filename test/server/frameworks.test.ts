import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signedHeaders } from '@/lib/webhooks/delivery/sign';
import { startApp, type TestApp } from '@/test/support/app';
import { createTestDatabase, type TestDatabase } from '@/test/support/database';
import { createTestKey, TEST_SECRET_KEY, type TestKey } from '@/test/support/factories';
import {
  FRAMEWORKS,
  type FrameworkEndpoint,
  openSignatureChecks,
  type SignatureInput,
} from '@/test/support/framework-endpoints';

const SECRETS = [1, 2].map(() => `whsec_${randomBytes(32).toString('base64')}`);
const [OLD = '', NEW = ''] = SECRETS;
const BODY = '{"version":"1","type":"payment.confirmed","data":{"payment_id":"pay_ä"}}';

/** Headers signed with several secrets, as during a rotation. */
const headersOf = (secrets: readonly string[], secondsAgo = 0, body = BODY) =>
  signedHeaders(
    { eventId: 'evt_1', type: 'payment.confirmed', body },
    secrets,
    new Date(Date.now() - secondsAgo * 1_000),
  );

describe.each(Object.keys(FRAMEWORKS) as (keyof typeof FRAMEWORKS)[])(
  'the handler for %s',
  (name) => {
    let base: TestDatabase;
    let app: TestApp;
    let key: TestKey;
    let endpoint: FrameworkEndpoint;

    beforeAll(async () => {
      base = await createTestDatabase();
      const env = { BITCOIN_REGTEST: 'sandbox', SECRET_KEY: TEST_SECRET_KEY };
      [app, key] = await Promise.all([
        startApp({ databaseUrl: base.url, env }),
        createTestKey(base.db),
      ]);
      // The list of secrets ends with a superfluous space.
      endpoint = await FRAMEWORKS[name](`${key.signingSecret} ${OLD} `);
    });
    afterAll(async () => {
      await Promise.all([endpoint?.close(), app?.stop()]);
      await base.drop();
    });

    const post = async (headers: Record<string, string>, body = BODY) =>
      (await fetch(endpoint.url, { method: 'POST', headers, body })).status;

    test('the framework’s webhook handler accepts a webhook of the server without a CSRF token', async () => {
      const answer = await fetch(`${app.url}/v1/webhooks/test`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key.apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ webhook_url: endpoint.url }),
      });
      expect(await answer.json()).toMatchObject({ delivered: true, status: 204 });
      expect(endpoint.output()).toContain('genuine: payment.confirmed pay_test_');
    });

    test('the framework’s webhook handler accepts webhooks signed with the old or the new secret', async () => {
      expect(await post(headersOf([OLD]))).toBe(204);
      expect(await post(headersOf([NEW, OLD]))).toBe(204);
    });

    test('the framework’s webhook handler rejects changed bodies, old timestamps, wrong secrets and missing headers', async () => {
      expect(await post(headersOf([OLD]), `${BODY}\n`)).toBe(400);
      expect(await post(headersOf([OLD], 330))).toBe(400);
      expect(await post(headersOf([OLD], -330))).toBe(400);
      expect(await post(headersOf([NEW]))).toBe(400);
      expect(await post(headersOf(['']))).toBe(400);
      expect(await post({ 'content-type': 'application/json' })).toBe(400);
    });
  },
);

describe.each(Object.entries(openSignatureChecks()))(
  'the verification function for %s',
  (_name, isGenuine) => {
    const given = (
      secrets: readonly string[],
      headers: Record<string, string>,
    ): SignatureInput => ({
      body: BODY,
      timestamp: headers['X-Service-Timestamp'] ?? '',
      signatures: headers['X-Service-Signature'] ?? '',
      secrets,
    });

    test('the example’s verification function accepts only webhooks signed with the old or the new secret', () => {
      expect(isGenuine(given([OLD], headersOf([NEW, OLD])))).toBe(true);
      expect(isGenuine(given([NEW, OLD], headersOf([OLD])))).toBe(true);
      expect(isGenuine(given([OLD], headersOf([NEW])))).toBe(false);
      expect(isGenuine(given([OLD], headersOf([OLD], 330)))).toBe(false);
      expect(isGenuine(given([OLD], {}))).toBe(false);
      expect(isGenuine(given([OLD, ''], headersOf([''])))).toBe(false);
      expect(isGenuine({ ...given([OLD], headersOf([OLD])), body: `${BODY}\n` })).toBe(false);
    });
  },
);
