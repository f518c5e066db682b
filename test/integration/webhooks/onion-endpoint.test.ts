import { readFileSync } from 'node:fs';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { causeOf } from '@/lib/webhooks/transport/cause';
import { send } from '@/lib/webhooks/transport/send';
import { checkWebhookTarget } from '@/lib/webhooks/transport/target-guard';
import type { TargetPolicy } from '@/lib/webhooks/transport/target-url';
import { LONG_LIMITS } from '@/test/support/long-limits';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { startReceiver } from '@/test/support/receiver';
import { countSockets } from '@/test/support/sockets';
import { startSocksServer } from '@/test/support/socks-server';

const NOW = new Date('2026-01-01T00:00:00Z');
const receiver = await openForTestFile(startReceiver());
const tls = (name: string) => readFileSync(`test/vectors/webhooks/tls/${name}`);
const secure = https.createServer(
  { cert: tls('certificate.pem'), key: tls('key.pem') },
  (_request, response) => response.writeHead(204).end(),
);
await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
afterAll(() => secure.close());
const proxy = await openForTestFile(
  startSocksServer({
    'shop.onion': receiver.port,
    'secure.onion': (secure.address() as AddressInfo).port,
    localhost: receiver.port,
  }),
);

const STRICT: TargetPolicy = { allowPrivate: false, socksProxy: proxy.url };
const noName = async () => {
  throw new Error('an onion name was looked up in DNS');
};

const post = (url: string, policy = STRICT, more = {}) =>
  send(
    { url, body: '{}', headers: {} },
    { policy, now: NOW, limits: LONG_LIMITS, resolve: noName, ...more },
  );

describe('an endpoint that is an onion service', () => {
  test('an onion endpoint gets its webhooks through the proxy, which resolves the name', async () => {
    await expect(
      checkWebhookTarget('http://shop.onion/hook', STRICT, noName),
    ).resolves.toBeUndefined();
    const result = await post('http://shop.onion/hook?key=1', STRICT);
    expect(result).toMatchObject({ ok: true, status: 204, remoteAddress: null });
    expect(proxy.asked).toEqual(['shop.onion:80']);
    expect(receiver.requests.at(-1)).toMatchObject({
      path: '/hook?key=1',
      headers: { host: 'shop.onion', connection: 'close' },
    });
  });

  test('an onion endpoint may use TLS, and its certificate is checked', async () => {
    const result = await post('https://secure.onion/');
    expect(result.fault).toMatchObject({ kind: 'tls' });
    expect(causeOf(result)).toMatchObject({ code: 'tls_certificate' });
  });

  test('an onion endpoint that the proxy does not find is reported with the reason', async () => {
    const result = await post('http://missing.onion/');
    expect(causeOf(result)).toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining('cannot be reached through Tor (HostUnreachable)'),
    });
  });

  test.each([{ allowPrivate: false }, { allowPrivate: true }])(
    'without a proxy, an onion endpoint is refused with the policy %o, and no attempt opens a socket',
    async (policy) => {
      await expect(
        checkWebhookTarget('http://shop.onion/hook', policy, noName),
      ).rejects.toMatchObject({
        code: 'webhook_url_rejected',
        detail: expect.stringContaining('ask the operator to set SOCKS_PROXY'),
      });
      const opened = await countSockets(async () => {
        expect((await post('http://shop.onion/', policy)).fault).toMatchObject({
          kind: 'blocked',
          refusal: { reason: 'onion' },
        });
      });
      expect(opened).toBe(0);
    },
  );

  test.each([
    'http://pay.onion:3000/',
    'http://any.label.pay.onion:9090/',
    'http://node.onion:8332/',
    'http://a.NODE.onion:8332/',
    'http://node.onion:9090/',
  ])(
    'an onion endpoint is refused if its host is this server or a service that this server uses: %s',
    async (url) => {
      const own = {
        port: 3000,
        publicHosts: ['pay.onion'],
        services: [{ hostname: 'node.onion', port: 8332 }],
        machine: () => ['127.0.0.1'],
      };
      await expect(checkWebhookTarget(url, { ...STRICT, own }, noName)).rejects.toMatchObject({
        detail: expect.stringContaining('Blocktally server itself'),
      });
      await expect(
        checkWebhookTarget('http://shop.onion:8332/', { ...STRICT, own }, noName),
      ).resolves.toBeUndefined();
    },
  );
});

test('the SOCKS proxy is used only for onion services', async () => {
  const before = proxy.asked.length;
  for (const url of [
    'http://localhost/',
    'http://127.0.0.1/',
    'http://onion/',
    'http://shop.onion.local/',
    'http://user@shop.onion/',
    'http://shop.onion:22/',
    'http://169.254.169.254/',
  ]) {
    await expect(checkWebhookTarget(url, STRICT, noName), url).rejects.toMatchObject({
      code: 'webhook_url_rejected',
    });
    expect((await post(url)).fault, url).toMatchObject({ kind: 'blocked' });
  }
  const named = await post('http://shop.onion.example/', STRICT, {
    resolve: async () => ['127.0.0.1'],
  });
  expect(named.fault).toMatchObject({ kind: 'blocked', refusal: { reason: 'not_public' } });
  expect(proxy.asked.length).toBe(before);
});
