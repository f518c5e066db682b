import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openDatabase } from '@/db/client';
import { payment } from '@/db/schema/payments';
import { jsonHash } from '@/lib/http/input/json-text';
import { type IdempotencyKey, idempotencyKey, pruneIdempotency } from '@/lib/payments/idempotency';
import { insertPayments } from '@/lib/payments/insert-payments';
import { createTestApi, type TestResponse } from '@/test/support/api';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { draftFor } from '@/test/support/plain-terms';

const DAY_MS = 86_400_000;

const base = await openForTestFile(createTestDatabase());
const api = createTestApi(base);
const merchant = await createTestKey(base.db);

const create = (idempotencyKey: string, body: unknown, on = api, key = merchant.apiKey) =>
  on.call({
    path: '/v1/btc/payments',
    key,
    body,
    headers: { 'idempotency-key': idempotencyKey },
  });

const keyOf = (key: string, body = { amount_sats: 1 }, sentAt = new Date()) =>
  idempotencyKey(
    { apiKeyId: merchant.id, route: 'POST /v1/btc/payments', key, bodyHash: jsonHash(body) },
    sentAt,
  );

/** Repeats the request on 409 and 503, as a backend does. */
async function repeatUntilAnswered(send: () => Promise<TestResponse>): Promise<TestResponse> {
  for (;;) {
    const answer = await send();
    if (answer.json.code !== 'idempotency_in_progress') return answer;
    expect([answer.status, answer.headers['retry-after']]).toEqual([409, '1']);
  }
}

test('repeating an Idempotency-Key with the same body returns the first response, byte for byte', async () => {
  const first = await create('a', { amount_sats: 1, reference: 'r' });
  const again = await create('a', ' { "reference": "r", "amount_sats": 1.0 } ');
  expect(first.headers['idempotency-replayed']).toBeUndefined();
  expect(again.headers['idempotency-replayed']).toBe('true');
  expect([again.status, again.text]).toEqual([201, first.text]);
  expect(again.headers.location).toBe(first.headers.location);
  expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
});

test('a request that repeats an Idempotency-Key may omit an optional field that was null before', async () => {
  const first = await create('nulls', { amount_sats: 1, reference: null, expires_in: null });
  const again = await create('nulls', { amount_sats: 1 });
  expect([again.status, again.text]).toEqual([201, first.text]);
  const preset = await create('nulls', { amount_sats: 1, expires_in: 3_600 });
  expect([preset.status, preset.json.code]).toEqual([422, 'idempotency_key_reused']);
});

test('422: the same idempotency key with another body is rejected', async () => {
  await create('b', { amount_sats: 1 });
  const answer = await create('b', { amount_sats: 2 });
  expect([answer.status, answer.json.code]).toEqual([422, 'idempotency_key_reused']);
});

test('two API keys can use the same idempotency key independently', async () => {
  const other = await createTestKey(base.db);
  const first = await create('c', { amount_sats: 1 });
  const foreign = await create('c', { amount_sats: 2 }, api, other.apiKey);
  expect(foreign.status).toBe(201);
  expect(foreign.json.id).not.toBe(first.json.id);
});

test('an idempotency key of a rejected request can be reused for the corrected request', async () => {
  expect((await create('d', { amount_sats: 0 })).status).toBe(400);
  const off = createTestApi(base, { BITCOIN_REGTEST: 'off' });
  expect((await create('d', { amount_sats: 1 }, off)).status).toBe(503);
  expect((await create('d', { amount_sats: 5 })).status).toBe(201);
});

test('a repeated request returns the stored response even if the current settings would reject the request', async () => {
  const body = { amount_sats: 1, webhook_url: 'http://localhost:1/' };
  const first = await create('e', body);
  const strict = createTestApi(base, { BITCOIN_REGTEST: 'off', WEBHOOK_PRIVATE_TARGETS: 'deny' });
  expect((await create('e', body, strict)).text).toBe(first.text);
});

test('an Idempotency-Key is remembered for 30 days', async () => {
  const later = createTestApi(base);
  const first = await create('f', { amount_sats: 1 });
  later.passTime(30 * DAY_MS - 60_000);
  expect((await create('f', { amount_sats: 1 }, later)).text).toBe(first.text);
  later.passTime(120_000);
  const renewed = await create('f', { amount_sats: 2 }, later);
  expect(renewed.status).toBe(201);
  expect((await create('f', { amount_sats: 2 }, later)).text).toBe(renewed.text);
});

test('an Idempotency-Key is forgotten after 720 hours, even if the clock is set back', async () => {
  const name = new URL(base.url).pathname.slice(1);
  await base.db.execute(sql.raw(`alter database "${name}" set timezone = 'Europe/Berlin'`));
  const database = openDatabase(base.url, 2);
  const berlin = { ...base, database, db: database.db };
  const october = createTestApi(berlin, {}, undefined, () => new Date('2026-10-10T12:00:00Z'));
  await create('n', { amount_sats: 1 }, october);
  october.passTime(30 * DAY_MS + 60_000);
  expect((await create('n', { amount_sats: 2 }, october)).status).toBe(201);
  await database.close();
  await base.db.execute(sql.raw(`alter database "${name}" reset timezone`));
});

test('pruning deletes exactly the idempotency keys older than 30 days, however many there are', async () => {
  const now = new Date();
  const made = { old: 5_001, kept: 3 };
  await base.db.execute(sql`
    insert into idempotency (hash, body_hash, payment_id, created_at)
    select sha256(('pruned' || n)::bytea), ''::bytea, 'pruned',
      ${now.toISOString()}::timestamptz - make_interval(hours => case when n <= ${made.old} then 721 else 719 end)
    from generate_series(1, ${made.old + made.kept}::int) n`);
  await pruneIdempotency(base.db, now);
  const [left] = await base.db.execute(
    sql`select count(*)::int as count from idempotency where payment_id = 'pruned'`,
  );
  expect(left).toEqual({ count: made.kept });
});

test('409: a request is rejected while the first request with its Idempotency-Key is in progress', async () => {
  const first = draftFor(merchant);
  await base.db.transaction(async (tx) => {
    await insertPayments(tx, merchant.actor, [{ draft: first, key: keyOf('g') }]);
    const answer = await create('g', { amount_sats: 1 });
    expect([answer.status, answer.json.code]).toEqual([409, 'idempotency_in_progress']);
    expect(answer.headers['retry-after']).toBe('1');
  });
  const again = await create('g', { amount_sats: 1 });
  expect([again.status, again.json.id]).toEqual([201, first.id]);
});

test('several create requests with the same Idempotency-Key in one database transaction return one payment', async () => {
  const request = (key: IdempotencyKey) => ({ draft: draftFor(merchant), key });
  const requests = [
    request(keyOf('m')),
    request(keyOf('m')),
    request(keyOf('m', { amount_sats: 2 })),
  ];
  const before = await base.db.$count(payment);
  const results = await base.db.transaction((tx) => insertPayments(tx, merchant.actor, requests));
  const made = { payment: { id: requests[0]?.draft.id } };
  expect(results).toMatchObject([
    { ...made, replayed: false },
    { ...made, replayed: true },
    { code: 'idempotency_key_reused' },
  ]);
  expect(await base.db.$count(payment)).toBe(before + 1);
});

test('in a transaction of several create requests, the expiry of each Idempotency-Key is checked at its request’s time', async () => {
  await create('o', { amount_sats: 1 });
  const later = new Date(Date.now() + 30 * DAY_MS + 60_000);
  const requests = [keyOf('o'), keyOf('o', undefined, later)].map((key) => ({
    draft: draftFor(merchant),
    key,
  }));
  const results = await base.db.transaction((tx) => insertPayments(tx, merchant.actor, requests));
  expect(results).toMatchObject([{ replayed: true }, { replayed: false }]);
});

test('200 parallel create requests with one Idempotency-Key create one payment', async () => {
  const before = await base.db.$count(payment);
  const body = { amount_sats: 1, reference: 'once' };
  const answers = await Promise.all(
    Array.from({ length: 200 }, () => repeatUntilAnswered(() => create('h', body))),
  );
  expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
  expect(answers.every((answer) => answer.status === 201)).toBe(true);
  const replayed = answers.filter((answer) => answer.headers['idempotency-replayed'] === 'true');
  expect(replayed).toHaveLength(199);
  expect(await base.db.$count(payment)).toBe(before + 1);
});

test('parallel create requests each get their own response, even if one of them fails', async () => {
  await create('known', { amount_sats: 7 });
  const before = await base.db.$count(payment);
  const answers = await Promise.all([
    create('i', { amount_sats: 1 }),
    create('known', { amount_sats: 7 }),
    create('known', { amount_sats: 8 }),
    create('j', { amount_sats: 2 }),
    api.call({ path: '/v1/btc/payments', key: merchant.apiKey, body: { amount_sats: 3 } }),
    ...Array.from({ length: 20 }, (_, n) => create(`k${n}`, { amount_sats: 10 + n })),
  ]);
  const expected = [1, 7, undefined, 2, 3, ...Array.from({ length: 20 }, (_, n) => 10 + n)];
  expect(answers.map(({ json }) => json.amount_sats)).toEqual(expected);
  expect(answers[2]?.json.code).toBe('idempotency_key_reused');
  expect(await base.db.$count(payment)).toBe(before + 23);
  const again = await create('k5', { amount_sats: 15 });
  expect(again.text).toBe(answers[10]?.text);
});

test('a failed create request releases its own Idempotency-Key and no other', async () => {
  const full = await createTestKey(base.db);
  const body = { amount_sats: 1 };
  await base.db.execute(sql`
    create function refuse_some() returns trigger language plpgsql as
    $$ begin if new.amount_sats = 666 then raise 'no'; end if; return new; end $$`);
  await base.db.execute(
    sql`create trigger refuse_some before insert on payment for each row execute function refuse_some()`,
  );
  const wanted = [body, { amount_sats: 666 }, { amount_sats: 2 }];
  const answers = await Promise.all(
    wanted.map((each, n) => create(`l${n}`, each, api, full.apiKey)),
  );
  expect(answers.map(({ status }) => status)).toEqual([201, 500, 201]);
  await base.db.execute(sql`drop trigger refuse_some on payment`);
  const later = await Promise.all(wanted.map((each, n) => create(`l${n}`, each, api, full.apiKey)));
  expect(later.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(later.map(({ headers }) => headers['idempotency-replayed'])).toEqual([
    'true',
    undefined,
    'true',
  ]);
});
