import { rmSync } from 'node:fs';
import path from 'node:path';
import { type SQL, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Db } from '@/db/client';
import { migrateDatabase } from '@/db/migrate';
import { idempotency, payment } from '@/db/schema/payments';
import { hashKey } from '@/lib/keys/key-format';
import { createTestApi, type TestAnswer } from '@/test/support/api';
import { createTestDatabase, type TestDatabase } from '@/test/support/database';
import { untilLocked } from '@/test/support/lock-waits';
import { copyMigrations, migrateBackTo } from '@/test/support/older-database';

/** A create and its answer, as version 0.1.0 stored them. */
const API_KEY = 'btly_reg_ezId4qUZ87uI3ZDoLb7sFnVfK8VLkP4W2lVd';
const BODY = {
  reference: 'Größe „42“ 🍊',
  amount_sats: 20_000,
  webhook_url: 'http://127.0.0.1:1/hooks?a=%20b',
};
const BODY_HASH = 'f2e1bc332d4f13609c66443ca33a08b8bc5ecc90f60909bc319de983c829956e';
const LOCATION = 'https://pay.example/v1/btc/payments/pay_XbGZm2TcpM0b3wRt5UtTa9';
const ANSWER =
  '{"id":"pay_XbGZm2TcpM0b3wRt5UtTa9","address":"bcrt1qp35ptu2spxsmkcvw8mn50q0h3yl7ylxgc4jy85","txid":null,"amount_sats":20000,"underpayment_tolerance_ppm":0,"received_sats":0,"status":"pending","flags":[],"confirmations":0,"required_confirmations":3,"network":"regtest","created_at":"2026-11-01T12:00:00.123Z","expires_at":"2026-11-01T13:00:00.123Z","detected_at":null,"confirmed_at":null,"canceled_at":null,"reference":"Größe „42“ 🍊","webhook_url":"http://127.0.0.1:1/hooks?a=%20b","checkout_url":"https://pay.example/pay/co_RQ1gx6oxEo8Z5R8GAKKn5d","payment_uri":"bitcoin:bcrt1qp35ptu2spxsmkcvw8mn50q0h3yl7ylxgc4jy85?amount=0.0002"}';
/** The fields that versions since have added, as payments from before have them. */
const ADDED: Readonly<Record<string, unknown>> = {
  price: null,
  metadata: null,
  description: null,
  locale: null,
  return_url: null,
  return_automatically: false,
  payment_link_id: null,
  payer_note: null,
};
const CREATED_AT = '2026-11-01T12:00:00.123Z';
const NOW = new Date('2026-11-22T12:00:00Z');

let base: TestDatabase;
let folder: string;
beforeEach(async () => {
  base = await createTestDatabase();
  folder = copyMigrations();
  await migrateBackTo(base, folder, '0009_derived-wallets');
  await base.db.execute(sql`insert into merchant values ('mer_1', 'Shop', now())`);
  await base.db.execute(sql`insert into wallet (id, network, descriptor, fingerprint, next_index,
      created_at)
    values ('wal_1', 'regtest', 'wpkh(tpubDCJ2Bs17thJzKMENY1x6rN4UK831vUfBUUAV2887J1z1jryobP7G9p7v632HEtJ7JjgwBqYQ8sR9UcLV8dsPeGCzPHyL6wXTsTxGbQFmQiH/0/*)#xdrz8v0h',
      'f', 1, now())`);
  await base.db.execute(sql`insert into api_key (id, merchant_id, wallet_id, network, name, created_at)
    values ('key_1', 'mer_1', 'wal_1', 'regtest', 'Key', now())`);
  await base.db.execute(sql`insert into api_key_secret (id, api_key_id, hash, prefix, created_at)
    values ('sec_1', 'key_1', ${hashKey(API_KEY)}, 'btly_reg_ezId4q', now())`);
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await base.drop();
});

const upgrade = () => migrateDatabase(base.url, path.resolve('db/migrations'));

/** As version 0.1.0 creates a payment: it has since been canceled. */
async function createBefore(db: Db, key = 'order-"1"'): Promise<void> {
  await db.execute(sql`insert into payment (id, checkout_id, api_key_id, network, address, script,
      wallet_id, derivation_index, holds_address, amount_sats, tolerance_ppm, required_sats,
      required_confirmations, webhook_url, reference, status, created_at, expires_at, updated_at,
      canceled_at)
    values ('pay_XbGZm2TcpM0b3wRt5UtTa9', 'co_RQ1gx6oxEo8Z5R8GAKKn5d', 'key_1', 'regtest',
      'bcrt1qp35ptu2spxsmkcvw8mn50q0h3yl7ylxgc4jy85', '00140c6815f15009a1bb618e3ee74781f7893fe27cc8',
      'wal_1', 0, false, 20000, 0, 20000, 3, ${BODY.webhook_url}, ${BODY.reference}, 'canceled',
      ${CREATED_AT}, '2026-11-01T13:00:00.123Z', now(), now())`);
  await db.execute(rememberBefore(key));
}

const rememberBefore = (key: string): SQL => sql`insert into idempotency
    (api_key_id, route, key, body_hash, response_status, response_body, location, created_at)
  values ('key_1', 'POST /v1/btc/payments', ${key}, ${BODY_HASH}, 201, ${ANSWER}, ${LOCATION},
    ${CREATED_AT})`;

const createAfter = (body: unknown, key = 'order-"1"', now = NOW) =>
  createTestApi(base, {}, undefined, () => now).call({
    path: '/v1/btc/payments',
    key: API_KEY,
    body,
    headers: { 'idempotency-key': key },
  });

/** An answer without the fields that were added, each of which must be there. */
function asBefore({ json }: TestAnswer): string {
  const fields = Object.entries<unknown>(json);
  const added = fields.filter(([name]) => name in ADDED);
  expect(Object.fromEntries(added)).toEqual(ADDED);
  return JSON.stringify(Object.fromEntries(fields.filter((field) => !added.includes(field))));
}

test('an answer that was stored before the upgrade is repeated, byte for byte but for added fields, for its 30 days', async () => {
  await createBefore(base.db);
  await upgrade();
  const again = await createAfter(BODY);
  expect([again.status, asBefore(again)]).toEqual([201, ANSWER]);
  expect(again.headers).toMatchObject({ location: LOCATION, 'idempotency-replayed': 'true' });
  const other = await createAfter({ ...BODY, amount_sats: 1 });
  expect([other.status, other.json.code]).toEqual([422, 'idempotency_key_reused']);
  expect(await base.db.$count(payment)).toBe(1);
  const later = await createAfter(BODY, 'order-"1"', new Date('2026-12-01T12:00:01Z'));
  expect(later.headers['idempotency-replayed']).toBeUndefined();
});

test('an upgrade waits for a create of an old process and keeps its answer', async () => {
  let upgraded: Promise<void> | undefined;
  await base.db.transaction(async (tx) => {
    await createBefore(tx);
    upgraded = upgrade();
    await untilLocked('the upgrade waits', base.db);
  });
  await upgraded;
  expect(asBefore(await createAfter(BODY))).toBe(ANSWER);
});

test('an old process that runs on after the upgrade cannot create a payment a second time', async () => {
  await upgrade();
  const first = await createAfter(BODY, 'order-2');
  expect(first.status).toBe(201);
  const oldProcess = base.db.transaction((tx) => createBefore(tx, 'order-2'));
  await expect(oldProcess).rejects.toThrow();
  expect(await base.db.$count(payment)).toBe(1);
  expect(await base.db.$count(idempotency)).toBe(1);
});
