import { beforeAll, describe, expect, test } from 'vitest';
import { toSats } from '@/lib/domain/sats';
import { createPayment } from '@/lib/payments/create-payment';
import { sendTest } from '@/lib/webhooks/delivery/send-test';
import { classifyAddress } from '@/lib/webhooks/transport/address-class';
import { type Resolve, resolveByDns } from '@/lib/webhooks/transport/resolve-host';
import { createTestApi } from '@/test/support/api';
import { createDeps } from '@/test/support/create-deps';
import { type DnsReply, startDns } from '@/test/support/dns';
import { testVault } from '@/test/support/factories';
import { LONG_LIMITS } from '@/test/support/long-limits';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { openOutbox } from '@/test/support/outbox';
import { countSockets } from '@/test/support/sockets';
import {
  listIpv6EmbeddedAddresses,
  registeredAddresses,
  type SpecialAddress,
} from '@/test/support/special-addresses';
import urls from '@/test/vectors/webhooks/urls.json';

const STRICT = { allowPrivate: false };
const PUBLIC = '93.184.216.34';

const outbox = await openForTestFile(openOutbox());
const api = createTestApi(outbox.base, { WEBHOOK_PRIVATE_TARGETS: 'deny' });

beforeAll(async () => {
  // Opens all connections of the pool now, so that none is counted later.
  await Promise.all(
    Array.from({ length: 30 }, () => outbox.base.db.execute('select pg_sleep(0.1)')),
  );
});

const asUrl = ({ address }: SpecialAddress) =>
  `http://${address.includes(':') ? `[${address}]` : address}/hook`;
const ALL = [...registeredAddresses(), ...listIpv6EmbeddedAddresses()];
const TRICKS = Object.values(urls.refused).flat();

describe.each([
  ['the addresses of the registries and around them', ALL.map(asUrl)],
  ['the spellings that hide an address or a local name', TRICKS],
])('%s', (_what, list) => {
  test('special-purpose addresses are rejected when a payment is created, and no socket is opened', async () => {
    const answers: [string, number][] = [];
    const sockets = await countSockets(async () => {
      for (const webhook_url of list) {
        const body = { amount_sats: 1, webhook_url };
        const { status } = await api.call({
          path: '/v1/btc/payments',
          key: outbox.key.apiKey,
          body,
        });
        answers.push([webhook_url, status]);
      }
    });
    expect(answers.filter(([, status]) => status !== 422 && status !== 400)).toEqual([]);
    expect(sockets).toBe(0);
  });

  test('a test webhook to a special-purpose address is rejected, and no socket is opened', async () => {
    const answers: [string, number][] = [];
    const sockets = await countSockets(async () => {
      for (const webhook_url of list) {
        const body = { webhook_url };
        const { status } = await api.call({
          path: '/v1/webhooks/test',
          key: outbox.key.apiKey,
          body,
        });
        answers.push([webhook_url, status]);
      }
    });
    expect(answers.filter(([, status]) => status !== 422 && status !== 400)).toEqual([]);
    expect(sockets).toBe(0);
  });

  test('if a special-purpose address is allowed when a delivery is created, but forbidden later, nothing is sent', async () => {
    // A text column cannot hold U+0000, so no delivery has such a URL.
    const kept = list.filter((url) => !url.includes('\0') && URL.canParse(url));
    const parsed = kept.filter((url) => /^https?:/.test(new URL(url).protocol));
    const payments = await Promise.all(parsed.map((url) => outbox.announceNew(url)));
    const sockets = await countSockets(() => outbox.dispatch({ policy: STRICT }));
    expect(sockets).toBe(0);
    for (const payment of payments) {
      const { id } = await outbox.delivery(payment);
      const [attempt] = await outbox.attempts(id);
      expect([attempt?.remoteAddress, attempt?.errorCode], payment.url ?? '').toEqual([
        null,
        expect.stringMatching(/^blocked/),
      ]);
    }
  });
});

test('every special-purpose address in the registries counts as not public, even if globally reachable', () => {
  const missed = ALL.filter(({ address }) => classifyAddress(address)?.notPublic === undefined);
  expect(missed).toEqual([]);
  expect(ALL.length).toBeGreaterThan(400);
});

describe('a host name', () => {
  /** Responds to the n-th look-up with the n-th list, and then repeats the last list. */
  async function dns(...lists: DnsReply[]): Promise<{ resolve: Resolve; close(): Promise<void> }> {
    let asked = 0;
    const server = await startDns((type) => {
      const list = lists[Math.min(Math.floor(asked / 2), lists.length - 1)] ?? [];
      asked += 1;
      if (typeof list === 'string') return list;
      return list.filter((address) => address.includes(':') === (type === 'AAAA'));
    });
    // A query repeated after a timeout would count as the next look-up.
    const resolve: Resolve = (name) => resolveByDns(name, LONG_LIMITS.dnsMs, [server.address]);
    return { resolve, close: server.close };
  }

  const url = 'http://hooks.shop.example.com/';
  const create = (resolve: Resolve) => {
    const { base, key } = outbox;
    const deps = createDeps(base, resolve);
    const request = { ...TERMS, webhookUrl: url };
    return createPayment(deps, key.actor, key.id, request, outbox.clock());
  };
  const tryOut = (resolve: Resolve) =>
    sendTest(
      { db: outbox.base.db, vault: testVault, policy: STRICT, limits: LONG_LIMITS, resolve },
      outbox.key.actor,
      { apiKeyId: outbox.key.id, webhookUrl: url },
      outbox.clock(),
    );
  const deliver = async (resolve: Resolve) => {
    const payment = await outbox.announceNew(url);
    await outbox.dispatch({ policy: STRICT, resolve });
    const { id } = await outbox.delivery(payment);
    return (await outbox.attempts(id))[0]?.errorCode;
  };

  test.each([
    ['with a private address in DNS', ['10.0.0.1']],
    ['with a public and a private address in DNS', [PUBLIC, '127.0.0.1']],
    [
      'with public addresses and a private address of the other family in DNS',
      [PUBLIC, '8.8.8.8', 'fd00::1'],
    ],
    ['with an IPv4 address inside an IPv6 address in DNS', [PUBLIC, '2002:7f00:1::']],
    [
      'with the addresses of a cloud’s metadata service in DNS',
      ['169.254.169.254', 'fd00:ec2::254'],
    ],
  ])(
    'a host name %s is rejected for payments, test webhooks and deliveries, and no socket is opened',
    async (_what, list) => {
      const { resolve, close } = await dns(list);
      const sockets = await countSockets(async () => {
        await expect(create(resolve)).rejects.toMatchObject({ code: 'webhook_url_rejected' });
        await expect(tryOut(resolve)).rejects.toMatchObject({ code: 'webhook_url_rejected' });
        expect(await deliver(resolve)).toMatch(/^blocked/);
      });
      expect(sockets).toBe(0);
      await close();
    },
  );

  test('a host name whose address changes from public to private gets no connection', async () => {
    const atCreate = await dns([PUBLIC], ['127.0.0.1']);
    const atTest = await dns([PUBLIC], ['127.0.0.1']);
    const sockets = await countSockets(async () => {
      expect((await create(atCreate.resolve)).status).toBe('pending');
      expect(await deliver(atCreate.resolve)).toMatch(/^blocked/);
      expect(await tryOut(atTest.resolve)).toMatchObject({
        delivered: false,
        exchange: { response: null },
      });
    });
    expect(sockets).toBe(0);
    await Promise.all([atCreate.close(), atTest.close()]);
  });
});

const TERMS = {
  amount: toSats(1_000),
  tolerancePpm: 0,
  requiredConfirmations: 1,
  expiresInSeconds: 3_600,
  destinationAddress: null,
  reference: null,
  extra: null,
};
