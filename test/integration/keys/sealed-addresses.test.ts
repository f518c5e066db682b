import { and, eq, type SQL, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { loadPaymentPage } from '@/app/pay/_page/open';
import { alteredRow } from '@/db/schema/accounts';
import { payment } from '@/db/schema/payments';
import { addressToScript } from '@/lib/bitcoin/address';
import { simulateMining } from '@/lib/chain/sources/sandbox/mine';
import { payAddress } from '@/lib/chain/sources/sandbox/pay-address';
import { createSandboxSource } from '@/lib/chain/sources/sandbox/source';
import type { Member } from '@/lib/domain/actor';
import { newId } from '@/lib/domain/ids';
import { toSats } from '@/lib/domain/sats';
import { readHealth } from '@/lib/health';
import { hashKey } from '@/lib/keys/key-format';
import { findPublicLink } from '@/lib/links/public-link';
import { setProcessValue } from '@/lib/once-per-process';
import { createRefund } from '@/lib/refunds/create-refund';
import { makePsbt } from '@/lib/refunds/make-psbt';
import { createTestActor } from '@/test/support/actor';
import { createTestApi } from '@/test/support/api';
import { createTestKey, type TestKey } from '@/test/support/factories';
import { fixedRates } from '@/test/support/fixed-rates';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { openTestRuntime } from '@/test/support/runtime';
import { openTestMerchant } from '@/test/support/test-merchant';
import { until } from '@/test/support/wait';

const merchant = await openForTestFile(
  openTestMerchant((base, clock) => createSandboxSource(base.db, clock)),
);
const { base, key } = merchant;
const { db } = base;
const api = createTestApi(base, { BITCOIN_REGTEST: 'sandbox' });
const server = openTestRuntime(base.url, merchant.now, { BITCOIN_REGTEST: 'sandbox' });

/** The attacker is a merchant of the same server, whose own rows have valid seals. */
let attacker: TestKey;
let owner: Member;
let theirs: string;

beforeAll(async () => {
  setProcessValue('runtime', server);
  await merchant.sync();
  attacker = await createTestKey(db);
  owner = await createTestActor(db, key.merchantId);
  theirs = attacker.firstAddresses[4] ?? '';
  return async () => {
    setProcessValue('runtime', undefined);
    await server.close();
  };
});

const LIST = '/v1/btc/payments?from=0&to=4000000000';
const REFUSED = { status: 409, json: { code: 'address_not_verified' } };
const get = (path: string) => api.call({ key: key.apiKey, path });
const create = (headers = {}) =>
  api.call({
    key: key.apiKey,
    path: '/v1/btc/payments',
    body: { amount_sats: 50_000 },
    headers,
  });
const dashboard = (path: string) => api.call({ as: owner, path: `/api/dashboard/${path}` });

async function whileAltered(change: SQL, restore: SQL, check: () => Promise<void>): Promise<void> {
  await db.execute(change);
  try {
    await check();
  } finally {
    await db.execute(restore);
  }
}

/** Waits until Health shows the row, because the report may be written after the refusal. */
async function expectReported(kind: string, id: string): Promise<void> {
  const ofRow = and(eq(alteredRow.kind, kind), eq(alteredRow.rowId, id));
  await until('the row is reported', async () => (await db.$count(alteredRow, ofRow)) > 0);
  const { json } = await dashboard('health');
  expect(json.altered.own).toContainEqual({ kind, id });
  expect(await readHealth(db, [], merchant.now())).toMatchObject({
    status: 'degraded',
    altered_rows: json.altered.count,
  });
  const home = await dashboard('home');
  expect(home.json.inbox.notices.altered).toContainEqual({ kind, id });
}

const walletSet = (facts: SQL) => sql`update wallet set ${facts} where id = ${key.walletId}`;
const wallet = (name: string) =>
  sql`(select ${sql.raw(name)} from wallet where id = ${attacker.walletId})`;

test.each(['template', 'descriptor'])(
  'a wallet whose %s was replaced directly in the database gives no address',
  async (name) => {
    const [before] = await db.execute(sql`select * from wallet where id = ${key.walletId}`);
    const payments = await db.$count(payment);
    const restore = walletSet(sql`${sql.raw(name)} = ${before?.[name]}`);
    await whileAltered(walletSet(sql`${sql.raw(name)} = ${wallet(name)}`), restore, async () => {
      expect(await create()).toMatchObject(REFUSED);
      expect(await dashboard(`wallets/${key.walletId}/address?index=0`)).toMatchObject(REFUSED);
      await expectReported('api_key', key.id);
      await expectReported('merchant_wallet', key.walletId);
    });
    expect(await db.$count(payment)).toBe(payments);
    expect((await create()).status).toBe(201);
  },
);

test('an API key whose wallet was replaced directly in the database creates no payment', async () => {
  const link = sql`insert into merchant_wallet (merchant_id, wallet_id, name, created_at)
    values (${key.merchantId}, ${attacker.walletId}, 'Mine', now())`;
  await db.execute(link);
  await whileAltered(
    sql`update api_key set wallet_id = ${attacker.walletId} where id = ${key.id}`,
    sql`update api_key set wallet_id = ${key.walletId} where id = ${key.id}`,
    async () => {
      expect(await create()).toMatchObject(REFUSED);
      await expectReported('api_key', key.id);
    },
  );
  expect(await dashboard(`wallets/${attacker.walletId}/address?index=0`)).toMatchObject(REFUSED);
  await db.execute(sql`delete from merchant_wallet where name = 'Mine'`);
});

test('a secret that was moved directly in the database to another API key authenticates no request', async () => {
  await whileAltered(
    sql`update api_key_secret set api_key_id = ${attacker.id} where api_key_id = ${key.id}`,
    sql`update api_key_secret set api_key_id = ${key.id} where hash = ${hashKey(key.apiKey)}`,
    async () => {
      expect(await create()).toMatchObject(REFUSED);
    },
  );
});

test('a payment link that was moved directly in the database to another API key has no page', async () => {
  const { json: link } = await api.call({
    key: key.apiKey,
    path: '/v1/btc/payment_links',
    body: { title: 'Coffee', amount_sats: 5_000 },
  });
  const now = merchant.now();
  expect(await findPublicLink(db, link.id, now)).toMatchObject({ title: 'Coffee' });
  await whileAltered(
    sql`update payment_link set api_key_id = ${attacker.id} where id = ${link.id}`,
    sql`update payment_link set api_key_id = ${key.id} where id = ${link.id}`,
    async () => {
      await expect(findPublicLink(db, link.id, now)).rejects.toMatchObject(REFUSED.json);
    },
  );
});

async function pageOf(checkoutId: string) {
  const params = Promise.resolve({ id: checkoutId });
  return (await loadPaymentPage(new Request('https://pay.example'), params)).payment;
}

test('a payment whose address was replaced directly in the database is neither shown nor credited', async () => {
  const headers = { 'idempotency-key': newId('payment') };
  const { json: made } = await create(headers);
  const checkoutId = made.checkout_url.split('/').at(-1);
  expect(await pageOf(checkoutId)).toMatchObject({ address: made.address });
  const [at] = await db.execute<{ script: string }>(
    sql`select script from payment where id = ${made.id}`,
  );
  const other = addressToScript(theirs, 'regtest');
  const set = (address: string, script: string) =>
    sql`update payment set address = ${address}, script = ${script} where id = ${made.id}`;
  await whileAltered(set(theirs, other), set(made.address, at?.script ?? ''), async () => {
    expect(await get(`/v1/btc/payments/${made.id}`)).toMatchObject(REFUSED);
    expect(await create(headers)).toMatchObject(REFUSED);
    expect(await dashboard(`payments/${made.id}`)).toMatchObject(REFUSED);
    expect(await pageOf(checkoutId)).toBe('altered');
    for (const list of [LIST, `${LIST}&status=pending`]) {
      const { status, text } = await get(list);
      expect(status).toBe(200);
      expect(text).not.toContain(theirs);
    }
    expect((await dashboard('payments/export?format=csv')).text).not.toContain(theirs);
    await payAddress(db, { address: theirs, sats: toSats(50_000) }, merchant.now());
    await simulateMining(db, { blocks: 6 }, merchant.now());
    await merchant.sync();
    await expectReported('payment', made.id);
  });
  expect((await get(`/v1/btc/payments/${made.id}`)).json).toMatchObject({
    status: 'pending',
    received_sats: 0,
  });
  expect(await merchant.typesOf(made.id)).toEqual([]);
});

test('an expired payment whose address was replaced directly in the database sends no event', async () => {
  const { id, address } = await merchant.create();
  const set = (text: string) => sql`update payment set address = ${text} where id = ${id}`;
  await whileAltered(set(theirs), set(address), async () => {
    merchant.passTime(2 * 86_400_000);
    await merchant.sync();
    expect(await merchant.typesOf(id)).toEqual([]);
  });
  await merchant.sync();
  expect(await merchant.typesOf(id)).toEqual(['payment.expired']);
});

test('a payment page whose id was moved directly in the database to another merchant shows nothing', async () => {
  const { json: made } = await create();
  const { json: own } = await api.call({
    key: attacker.apiKey,
    path: '/v1/btc/payments',
    body: { amount_sats: 50_000 },
  });
  const [checkoutId, ownId] = [made, own].map((one) => one.checkout_url.split('/').at(-1));
  const set = (id: string, text: string) =>
    db.execute(sql`update payment set checkout_id = ${text} where id = ${id}`);
  await set(made.id, 'co_elsewhere');
  await set(own.id, checkoutId);
  expect(await pageOf(checkoutId)).toBe('altered');
  await set(own.id, ownId);
  await set(made.id, checkoutId);
});

test('a refund whose address or amount was replaced directly in the database is neither shown nor paid', async () => {
  const deps = { db, rates: fixedRates(db), newPayments: merchant.newPayments };
  const { id: paymentId, address: paid } = await merchant.create({ requiredConfirmations: 1 });
  await payAddress(db, { address: paid, sats: toSats(50_000) }, merchant.now());
  await simulateMining(db, { blocks: 1 }, merchant.now());
  await merchant.sync();
  const address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
  const asked = { paymentId, amount: null, address, txid: null, confirmExcess: true };
  const { id } = await createRefund(deps, key.actor, asked, merchant.now());
  expect((await get(`/v1/btc/refunds/${id}`)).json).toMatchObject({ address });
  const [before] = await db.execute<{ amount_sats: string }>(
    sql`select amount_sats from refund where id = ${id}`,
  );
  const changes = [
    ['address', theirs, address],
    ['amount_sats', 5_000_000, before?.amount_sats],
  ] as const;
  for (const [name, value, restored] of changes) {
    const set = (to: unknown) => sql`update refund set ${sql.raw(name)} = ${to} where id = ${id}`;
    await whileAltered(set(value), set(restored), async () => {
      expect(await get(`/v1/btc/refunds/${id}`)).toMatchObject(REFUSED);
      const request = { refundIds: [id], feeRate: 1, changeIndex: 0 };
      const psbt = makePsbt({ db, sources: new Map() }, owner, request);
      await expect(psbt).rejects.toMatchObject(REFUSED.json);
      expect((await dashboard('home')).text).not.toContain(theirs);
      expect((await get(`/v1/btc/payments/${paymentId}/refunds`)).text).not.toContain(theirs);
    });
  }
  expect((await get(`/v1/btc/refunds/${id}`)).status).toBe(200);
});
