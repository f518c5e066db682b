import { describe, expect, test } from 'vitest';
import { countSockets } from '@/test/support/sockets';
import type { OwnServices } from './own-services';
import type { Resolve } from './resolve-host';
import { send } from './send';
import { checkWebhookTarget } from './target-guard';
import type { TargetPolicy } from './target-url';

const NOW = new Date('2026-01-02T03:04:05Z');

const DNS: Readonly<Record<string, readonly string[]>> = {
  'pay.example.com': ['8.8.8.8', '2606:4700:4700::1111'],
  'other.example.com': ['9.9.9.9', '8.8.8.8'],
  'shop.example.com': ['9.9.9.9'],
  'db.example.com': ['1.1.1.1'],
  'alias.example.com': ['1.1.1.1'],
  'machine.example.com': ['4.4.4.4'],
  localhost: ['127.0.0.1', '::1'],
};

const resolve: Resolve = async (hostname) => {
  const found = DNS[hostname];
  if (!found) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
  return found;
};

const OWN: OwnServices = {
  port: 3000,
  publicHosts: ['pay.example.com'],
  services: [
    { hostname: 'db.example.com', port: 6543 },
    { hostname: 'api.inngest.com', port: 443 },
    { hostname: '127.0.0.1', port: 8332 },
    { hostname: '[::ffff:a00:5]', port: 4318 },
  ],
  machine: () => ['127.0.0.1', '::1', '192.168.1.10', '4.4.4.4'],
};

const DENY: TargetPolicy = { allowPrivate: false, own: OWN };
const ALLOW: TargetPolicy = { allowPrivate: true, own: OWN };

const refusedAtCreate = async (url: string, policy: TargetPolicy) =>
  checkWebhookTarget(url, policy, resolve).then(
    () => false,
    (error: { code?: string; detail?: string }) =>
      error.code === 'webhook_url_rejected' && /Blocktally server itself/.test(error.detail ?? ''),
  );

describe('in production, a webhook to this server or to the host of its database', () => {
  test.each([
    'http://machine.example.com:5432/',
    'http://4.4.4.4:8443/',
    'https://pay.example.com:8443/',
    'https://other.example.com:8443/',
    'http://[2606:4700:4700::1111]:9090/',
    'http://db.example.com:6543/',
    'http://alias.example.com:6543/',
    'http://1.1.1.1:9090/',
    'http://machine.example.com:3000/',
    'https://api.inngest.com/',
  ])(
    'in production, a webhook to %s, a service that Blocktally runs or uses, is refused without opening a socket',
    async (url) => {
      expect(await refusedAtCreate(url, DENY)).toBe(true);
      const sockets = await countSockets(async () => {
        const { fault } = await send(
          { url, body: '{}', headers: {} },
          { policy: DENY, resolve, now: NOW },
        );
        expect(fault).toMatchObject({ kind: 'blocked', refusal: { reason: 'own_service' } });
      });
      expect(sockets).toBe(0);
    },
  );

  test.each([
    'https://machine.example.com/shop',
    'http://4.4.4.4/',
    'https://pay.example.com/',
    'https://other.example.com/',
    'http://shop.example.com:6543/',
    'https://shop.example.com:8443/',
    'https://unknown.example.com:8443/',
  ])('in production, the webhook URL %s is allowed', async (url) => {
    expect(await refusedAtCreate(url, DENY)).toBe(false);
  });

  test('a webhook to this server’s port is refused, even if the port is 80', async () => {
    const policy = { allowPrivate: false, own: { ...OWN, port: 80 } };
    expect(await refusedAtCreate('http://machine.example.com/', policy)).toBe(true);
    expect(await refusedAtCreate('https://machine.example.com/', policy)).toBe(false);
  });
});

describe('where private endpoints are allowed', () => {
  test.each([
    'http://localhost:3000/v1',
    'http://127.0.0.2:3000/',
    'http://0.0.0.0:3000/',
    'http://[::1]:3000/metrics',
    'http://192.168.1.10:3000/',
    'http://localhost:8332/',
    'http://192.168.1.10:8332/',
    'http://10.0.0.5:4318/',
    'http://db.example.com:6543/',
    'http://1.1.1.1:6543/',
    'https://api.inngest.com/',
    'https://api.inngest.com./',
  ])(
    'a webhook to %s, a service that Blocktally runs or uses, is refused even if private endpoints are allowed',
    async (url) => {
      expect(await refusedAtCreate(url, ALLOW)).toBe(true);
    },
  );

  test.each([
    'http://localhost:4000/hook',
    'http://127.0.0.1:9/',
    'http://192.168.1.10:5432/',
    'http://192.168.1.11:8332/',
    'http://db.example.com:8080/',
    'http://localhost/',
  ])('the endpoint %s is allowed if private endpoints are allowed', async (url) => {
    expect(await refusedAtCreate(url, ALLOW)).toBe(false);
  });
});
