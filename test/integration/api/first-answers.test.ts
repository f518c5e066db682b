import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { openDatabase } from '@/db/client';
import { idempotency } from '@/db/schema/idempotency';
import { payment } from '@/db/schema/payments';
import { createSandboxSource } from '@/lib/chain/sources/sandbox/source';
import { expirePayments } from '@/lib/payments/expire-payments';
import { syncChain } from '@/lib/payments/sync-chain';
import { createTestApi, type TestResponse } from '@/test/support/api';
import { createTestDatabase } from '@/test/support/database';
import { deriveReceive } from '@/test/support/derive-receive';
import { createTestKey, randomDescriptor } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { until } from '@/test/support/wait';

const REQUEST = {
  amount_sats: 20_000,
  reference: 'Größe „42“ 🍊 \\"quoted\\"',
  webhook_url: 'http://127.0.0.1:1/hooks?a=%20b',
  underpayment_tolerance_ppm: 1_000,
  required_confirmations: 1,
  expires_in: 300,
};

const base = await openForTestFile(createTestDatabase());
const api = createTestApi(base);
const merchant = await createTestKey(base.db, { allowCustomAddresses: true });

beforeAll(async () => {
  await read(() => new Date());
});

const post = (path: string, body: unknown, headers = {}, on = api) =>
  on.call({ path: `/v1/${path}`, key: merchant.apiKey, body, headers });

const create = (key: string, body: unknown = REQUEST, on = api) =>
  post('btc/payments', body, { 'idempotency-key': key }, on);

const stateOf = async ({ json }: TestResponse) =>
  (await api.call({ path: `/v1/btc/payments/${json.id}`, key: merchant.apiKey })).json;

const read = (clock: () => Date) =>
  syncChain(base.database, 'regtest', createSandboxSource(base.db, clock), clock);

const someAddress = () => deriveReceive(randomDescriptor('regtest'), 'regtest', 0).address;

const PLAIN = { amount_sats: 1 };

const shown = ({ status, text, headers }: TestResponse) => ({
  status,
  text,
  location: headers.location,
  type: headers['content-type'],
  cache: headers['cache-control'],
});

async function expectRepeated(key: string, first: TestResponse, body?: unknown): Promise<void> {
  const again = await create(key, body);
  expect(shown(again)).toEqual(shown(first));
  expect(again.headers['idempotency-replayed']).toBe('true');
}

test('a repeated create request returns the first response byte for byte, even while its payment is being confirmed', async () => {
  const first = await create('paid');
  await expectRepeated('paid', first);
  await post('sandbox/pay', { payment_id: first.json.id, amount_sats: 20_500 });
  expect(await stateOf(first)).toMatchObject({ status: 'detected', received_sats: 20_500 });
  await expectRepeated('paid', first);
  await post('sandbox/mine', { blocks: 3 });
  expect(await stateOf(first)).toMatchObject({ status: 'confirmed', confirmations: 3 });
  await expectRepeated('paid', first);
});

test('a repeated create request returns the first response byte for byte, even after its payment was canceled', async () => {
  const first = await create('canceled');
  await post(`btc/payments/${first.json.id}/cancel`, {});
  expect(await stateOf(first)).toMatchObject({ status: 'canceled' });
  await expectRepeated('canceled', first);
});

test('a repeated create request returns the first response byte for byte, even after its payment expired underpaid', async () => {
  const first = await create('expired');
  await post('sandbox/pay', { payment_id: first.json.id, amount_sats: 1_000 });
  const later = new Date(Date.parse(first.json.expires_at) + 1_000);
  await read(() => later);
  await expirePayments(base.db, later);
  expect(await stateOf(first)).toMatchObject({ status: 'expired', flags: ['underpaid'] });
  await expectRepeated('expired', first);
});

test('a repeated create request with a custom address returns its first response instead of the error address_in_use', async () => {
  const body = { amount_sats: 5, destination_address: someAddress() };
  const first = await create('custom', body);
  expect(first.json.address).toBe(body.destination_address);
  await expectRepeated('custom', first, body);
  expect((await create('another', body)).json.code).toBe('address_in_use');
  expect((await create('another', PLAIN)).status).toBe(201);
});

test('the links in a repeated response use the current APP_URL', async () => {
  const first = await create('moved');
  const moved = createTestApi(base, { APP_URL: 'https://new.example' });
  const again = await create('moved', REQUEST, moved);
  expect(again.text).toBe(first.text.replaceAll('https://pay.example/', 'https://new.example/'));
  expect(again.headers.location).toBe(`https://new.example/v1/btc/payments/${first.json.id}`);
});

test('parallel create requests with one Idempotency-Key to two servers create one payment', async () => {
  const second = openDatabase(base.url);
  const servers = [api, createTestApi({ ...base, database: second, db: second.db })];
  const custom = { amount_sats: 3, destination_address: someAddress() };
  for (const [key, body] of Object.entries({ derived: PLAIN, given: custom })) {
    const before = await base.db.$count(payment);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        until('there is an answer', async () => {
          const answer = await create(key, body, servers[n % 2]);
          return answer.status !== 409 && answer;
        }),
      ),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    const made = answers.filter(({ headers }) => !headers['idempotency-replayed']);
    expect(made).toHaveLength(1);
    expect(await base.db.$count(payment)).toBe(before + 1);
  }
  await second.close();
});

test('an interrupted create request stores neither a payment nor an idempotency key', async () => {
  const counts = async () => [await base.db.$count(payment), await base.db.$count(idempotency)];
  const before = await counts();
  await base.db.execute(sql`
    create function refuse_key() returns trigger language plpgsql as
    $$ begin raise 'the key cannot be written'; end $$`);
  await base.db.execute(
    sql`create trigger refuse_key before insert on idempotency for each row execute function refuse_key()`,
  );
  expect((await create('halfway')).status).toBe(500);
  expect(await counts()).toEqual(before);
  await base.db.execute(sql`drop trigger refuse_key on idempotency`);
  const first = await create('halfway');
  expect(first.headers['idempotency-replayed']).toBeUndefined();
  const [key] = await base.db
    .select()
    .from(idempotency)
    .where(eq(idempotency.paymentId, first.json.id));
  expect(key?.createdAt).toEqual(new Date(first.json.created_at));
});
