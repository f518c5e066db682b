import pino from 'pino';
import { expect, test } from 'vitest';
import { listAuditEntries } from '@/lib/audit/list-audit-entries';
import { auditSentence } from '@/lib/domain/audit-words';
import { createTestActor } from '@/test/support/actor';
import { createTestApi } from '@/test/support/api';
import { BTCPAY_KEY, STORE_ID } from '@/test/support/btcpay-server';
import { dumpOf } from '@/test/support/database-dump';
import { openImportMerchant } from '@/test/support/import-merchant';

const HOOK = {
  id: 'WpvRD7vqYgfHUq7H1Zc5Wj',
  enabled: true,
  url: 'https://shop.example/btcpay',
  authorizedEvents: { everything: true },
};

async function openImportPage(role: 'owner' | 'member' | 'viewer' = 'owner') {
  const shop = await openImportMerchant();
  const as = await createTestActor(shop.db, shop.merchantId, role);
  const logged: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) });
  const api = createTestApi(shop.base, { BITCOIN_REGTEST: 'sandbox' }, log);
  const body = { url: shop.btcpay.url, key: BTCPAY_KEY, store: STORE_ID };
  const ask = (path: string, given: Record<string, unknown> = {}) =>
    api.call({
      path: `/api/dashboard/imports/btcpay${path}`,
      body: { ...body, network: 'regtest', days: 30, ...given },
      as,
    });
  return Object.assign(shop, {
    owner: as,
    logged,
    check: (given = {}) => ask('/check', given),
    run: (given = {}) => ask('', given),
  });
}

test('an owner sees the planned import and then its result, and BTCPay’s key is never stored or logged', async () => {
  await using shop = await openImportPage();
  shop.btcpay.store.webhooks = [HOOK, { ...HOOK, url: 'ftp://shop.example/' }];
  shop.btcpay.store.invoices = [
    { id: 'open', index: 1, status: 'New' },
    { id: 'lightning-only', status: 'Settled' },
  ];
  const shown = {
    name: 'Corner bookshop',
    currency: 'EUR',
    kind: 'wpkh',
    invoices: {
      found: 2,
      by_status: [
        { status: 'New', count: 1 },
        { status: 'Settled', count: 1 },
      ],
      imported: 1,
      known: 0,
    },
    warnings: [
      'Invoices without a Bitcoin address of their own are not imported: 1.',
      'Webhook not added, because its URL is not allowed here: ftp://shop.example/',
    ],
  };
  const before = (await shop.check()).json;
  expect(before).toMatchObject({
    ...shown,
    ...{ key_id: null, secrets: null, webhooks: [{ url: HOOK.url, secret: null }] },
  });
  expect(before.first_addresses[0]).toBe(shop.addressAt(0));
  const { json } = await shop.run();
  expect(json).toMatchObject({
    ...shown,
    key_id: expect.stringMatching(/^key_/),
    secrets: { api_key: expect.stringMatching(/^btly_reg_/) },
    webhooks: [{ url: HOOK.url, secret: expect.stringMatching(/^\w{32}$/) }],
  });
  expect((await shop.run()).json).toMatchObject({
    ...{ key_id: json.key_id, secrets: null, webhooks: [] },
    invoices: { imported: 0, known: 1 },
  });
  expect(shop.logged.length).toBeGreaterThan(0);
  expect(`${shop.logged} ${await dumpOf(shop.base)}`).not.toContain(BTCPAY_KEY);
});

test('the audit log has each import and the currency that the import set', async () => {
  await using shop = await openImportPage();
  await shop.run();
  const { entries } = await listAuditEntries(shop.db, shop.owner, { limit: 10 });
  const sentences = entries.map(({ action, subject, data }) => {
    const { before, object, after } = auditSentence({ action, subject, data, present: null });
    return `${before} ${object ?? ''}${after}`;
  });
  expect(sentences).toEqual(
    expect.arrayContaining([
      'imported a store of BTCPay Server to API key Corner bookshop on regtest, with 0 payments',
      expect.stringContaining('none → EUR'),
    ]),
  );
});

test('each error of an import is reported at its field without quoting the key', async () => {
  await using shop = await openImportPage();
  const refusals = [
    ['/url', { url: 'http://127.0.0.1:1' }],
    ['/url', { url: 'btcpay.example' }],
    ['/key', { key: 'wrong' }],
    ['/key', { key: 'two words' }],
    ['/store', { store: 'unknown' }],
    ['/store', { store: '../../users' }],
    ['/network', { network: 'testnet4' }],
    ['/days', { days: 0 }],
  ] as const;
  for (const [pointer, given] of refusals) {
    for (const answer of [await shop.check(given), await shop.run(given)]) {
      const places = answer.json.errors?.map((one: { pointer: string }) => one.pointer);
      expect([answer.status, places], JSON.stringify(given)).toEqual([400, [pointer]]);
      expect(answer.text).not.toContain(BTCPAY_KEY);
    }
  }
});

test.each(['member', 'viewer'] as const)(
  'a %s may not import, and no request is sent to the BTCPay server',
  async (role) => {
    await using shop = await openImportPage(role);
    expect([(await shop.check()).status, (await shop.run()).status]).toEqual([403, 403]);
    expect(shop.btcpay.requests).toEqual([]);
  },
);
