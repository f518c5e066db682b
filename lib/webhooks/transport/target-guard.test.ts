import { describe, expect, test } from 'vitest';
import { Problem } from '@/lib/domain/problems';
import { parsePrivateTargets } from '@/lib/net/private-targets';
import { countSockets } from '@/test/support/sockets';
import addresses from '@/test/vectors/webhooks/addresses.json';
import urls from '@/test/vectors/webhooks/urls.json';
import { classifyAddress } from './address-class';
import type { ExchangeResult } from './progress';
import type { Resolve } from './resolve-host';
import { send } from './send';
import { checkWebhookTarget } from './target-guard';
import { inspectUrl, type TargetPolicy } from './target-url';

const STRICT = { allowPrivate: false };
const PRIVATE = { allowPrivate: true };
const NOW = new Date('2026-01-02T03:04:05Z');
const NAME = 'https://shop.example.com/hook';

const answers =
  (...found: string[]): Resolve =>
  async () =>
    found;

const unknownName: Resolve = async () => {
  throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
};

/** Returns the fault, and the number of connections that were opened. */
async function attempt(url: string, resolve: Resolve, policy: TargetPolicy = STRICT) {
  let result: ExchangeResult | undefined;
  const sockets = await countSockets(async () => {
    result = await send({ url, body: '{}', headers: {} }, { policy, resolve, now: NOW });
  });
  return { sockets, fault: result?.fault };
}

const refusedUrls = Object.entries(urls.refused).flatMap(([reason, list]) =>
  list.map((url) => ({ url, reason })),
);

describe('a URL that breaks a rule', () => {
  test.each(refusedUrls)('the webhook URL $url is rejected as $reason', async ({ url, reason }) => {
    expect(inspectUrl(url, STRICT)).toMatchObject({ kind: 'refused', refusal: { reason } });
    await expect(checkWebhookTarget(url, STRICT, answers('8.8.8.8'))).rejects.toMatchObject({
      code: 'webhook_url_rejected',
    });
  });

  test('an attempt to send to a URL that breaks a rule opens no socket', async () => {
    const attempts = await Promise.all(
      refusedUrls.map(({ url }) => attempt(url, answers('8.8.8.8'))),
    );
    expect(attempts.map(({ fault }) => fault?.kind)).toEqual(refusedUrls.map(() => 'blocked'));
    expect(attempts.reduce((sum, { sockets }) => sum + sockets, 0)).toBe(0);
  });

  test('a URL of more than 2,048 characters is rejected', async () => {
    const longest = `${NAME}?`.padEnd(2_048, 'x');
    expect(inspectUrl(longest, STRICT)).toMatchObject({ kind: 'allowed' });
    expect(inspectUrl(`${longest}x`, STRICT)).toMatchObject({ refusal: { reason: 'too_long' } });
  });
});

test.each(urls.allowed)('the webhook URL %s is allowed', async (url) => {
  await expect(checkWebhookTarget(url, STRICT, answers('8.8.8.8'))).resolves.toBeUndefined();
});

describe('a DNS name', () => {
  const notPublic = Object.values(addresses.notPublic).flatMap((classes) =>
    Object.values(classes).flat(),
  );

  test('a webhook URL is rejected if its host name resolves to a non-public address', async () => {
    for (const address of notPublic) {
      await expect(
        checkWebhookTarget(NAME, STRICT, answers(address)),
        address,
      ).rejects.toBeInstanceOf(Problem);
    }
  });

  test('no attempt opens a socket for a DNS name with a non-public address', async () => {
    const attempts = await Promise.all(notPublic.map((address) => attempt(NAME, answers(address))));
    expect(attempts.map(({ fault }) => fault?.kind)).toEqual(notPublic.map(() => 'blocked'));
    expect(attempts.reduce((sum, { sockets }) => sum + sockets, 0)).toBe(0);
  });

  test('a DNS name that resolves to a public address is accepted', async () => {
    for (const address of addresses.public) {
      const check = checkWebhookTarget(NAME, STRICT, answers(address));
      await expect(check, address).resolves.toBeUndefined();
    }
  });

  test('a DNS name with one private address and other public addresses is rejected, in any order', async () => {
    for (const found of [
      ['8.8.8.8', '10.0.0.1'],
      ['10.0.0.1', '8.8.8.8'],
      ['2606:4700:4700::1111', '8.8.8.8', '::1'],
    ]) {
      await expect(checkWebhookTarget(NAME, STRICT, answers(...found))).rejects.toThrow(/public/);
      const { sockets, fault } = await attempt(NAME, answers(...found));
      expect([sockets, fault?.kind]).toEqual([0, 'blocked']);
    }
  });

  test('a DNS name is rejected at the attempt if its address has become private since the payment was created', async () => {
    let asked = 0;
    const rebinding: Resolve = async () => (asked++ === 0 ? ['8.8.8.8'] : ['127.0.0.1']);
    await checkWebhookTarget(NAME, STRICT, rebinding);
    const { sockets, fault } = await attempt(NAME, rebinding);
    expect([sockets, fault?.kind]).toEqual([0, 'blocked']);
  });

  test('a webhook URL whose DNS name has no address is accepted, and the attempt reports the missing address', async () => {
    await checkWebhookTarget(NAME, STRICT, unknownName);
    const { sockets, fault } = await attempt(NAME, unknownName);
    expect([sockets, fault]).toEqual([0, { kind: 'dns', code: 'ENOTFOUND' }]);
    const empty = await attempt(NAME, answers());
    expect([empty.sockets, empty.fault]).toEqual([0, { kind: 'dns', code: 'ENODATA' }]);
  });

  test('the refusal of a DNS name states the class of its address and the remedy, but not the address', async () => {
    const refused = checkWebhookTarget(NAME, STRICT, answers('169.254.169.254'));
    await expect(refused).rejects.toMatchObject({
      detail: expect.stringMatching(/link-local address.*Use the address of your own/),
    });
    await expect(refused).rejects.not.toMatchObject({
      detail: expect.stringContaining('169.254'),
    });
  });
});

describe('where single private targets are allowed', () => {
  const listed = parsePrivateTargets('NAS.lan, 192.168.1.20, fd12::/16');
  if ('wrong' in listed) throw new Error('the list is valid');
  const policy: TargetPolicy = { allowPrivate: false, listed };
  const check = (url: string, ...found: string[]) =>
    checkWebhookTarget(url, policy, answers(...found));

  test.each([
    ['http://192.168.1.20:81/hook', []],
    ['http://[fd12::7]/', []],
    ['http://nas.lan:81/', ['192.168.1.5']],
    ['http://nas.LAN/', ['10.0.0.1']],
    [NAME, ['192.168.1.20']],
  ])('the URL %s is accepted if its host resolves to %o', async (url, found) => {
    await expect(check(url, ...found)).resolves.toBeUndefined();
  });

  test.each([
    ['http://192.168.1.1/', []],
    ['http://[fd13::7]/', []],
    ['http://other.lan/', ['192.168.1.20']],
    ['http://nas.lan.example/', ['192.168.1.5']],
    [NAME, ['192.168.1.20', '192.168.1.1']],
    [NAME.replace('https:', 'http:').replace('.com', '.com:81'), ['192.168.1.20']],
  ])(
    'the URL %s is rejected if its host resolves to %o, even at an attempt',
    async (url, found) => {
      await expect(check(url, ...found)).rejects.toMatchObject({ code: 'webhook_url_rejected' });
      const { sockets, fault } = await attempt(url, answers(...found), policy);
      expect([sockets, fault?.kind]).toEqual([0, 'blocked']);
    },
  );

  test('an allowed name that resolves to a cloud metadata address is rejected at the attempt', async () => {
    const { sockets, fault } = await attempt('http://nas.lan/', answers('169.254.169.254'), policy);
    expect([sockets, fault?.kind]).toEqual([0, 'blocked']);
  });
});

test('a NAT64 address is refused if the IPv4 address inside it belongs to the server’s own machine', async () => {
  const own = { port: 3000, publicHosts: ['8.8.4.4'], services: [], machine: () => ['8.8.8.8'] };
  const policy = { allowPrivate: false, own };
  const there = 'https://shop.example.com:8443/hook';
  await expect(checkWebhookTarget(there, policy, answers('64:ff9b::808:808'))).rejects.toThrow(
    /Blocktally server itself/,
  );
  await expect(
    checkWebhookTarget(there, policy, answers('64:ff9b::909:909')),
  ).resolves.toBeUndefined();
});

describe('where private endpoints are allowed', () => {
  test.each([
    'http://localhost:4000/hook',
    'http://127.0.0.1/',
    'http://10.0.0.1/',
    'http://app:80/',
  ])('the private endpoint %s is allowed if private endpoints are allowed', async (url) => {
    await expect(checkWebhookTarget(url, PRIVATE)).resolves.toBeUndefined();
  });

  const metadata = addresses.notPublic['outside the registries']['cloud metadata'];

  test.each([
    ...metadata.map((address) => `http://${address.includes(':') ? `[${address}]` : address}/`),
    'http://169.254.169.254/latest/meta-data/',
    'http://[fe80::a9fe:a9fe]/',
    'http://[::ffff:169.254.169.254]/',
    'http://shop.default.svc/',
    'http://shop.default.svc.cluster.local:8080/',
    'http://shop.default.svc.cluster.local./',
  ])(
    'the endpoint %s is refused even if private endpoints are allowed, and no attempt opens a socket',
    async (url) => {
      await expect(checkWebhookTarget(url, PRIVATE)).rejects.toMatchObject({
        code: 'webhook_url_rejected',
      });
      const { sockets, fault } = await attempt(url, answers('127.0.0.1'), PRIVATE);
      expect([sockets, fault?.kind]).toEqual([0, 'blocked']);
    },
  );

  test.each(['169.254.169.254', ...metadata])(
    'a name that resolves to the cloud metadata address %s is refused at the attempt',
    async (address) => {
      const { sockets, fault } = await attempt(NAME, answers(address), PRIVATE);
      expect([sockets, fault?.kind]).toEqual([0, 'blocked']);
    },
  );

  test.each(['192.0.0.191', '100.100.100.201', '168.63.129.17', 'fd00:42::43', 'fd20:ce::253'])(
    'the address %s is allowed, although it is close to a cloud metadata address',
    async (address) => {
      await expect(checkWebhookTarget(NAME, PRIVATE, answers(address))).resolves.toBeUndefined();
      expect(classifyAddress(address)?.notPublic).not.toBe('cloud metadata');
    },
  );

  test.each([...urls.refused.credentials, ...urls.refused.not_http, ...urls.refused.invalid_url])(
    'the invalid URL %s is refused even if private endpoints are allowed',
    async (url) => {
      await expect(checkWebhookTarget(url, PRIVATE)).rejects.toMatchObject({
        code: 'webhook_url_rejected',
      });
    },
  );
});
