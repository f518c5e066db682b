import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { payment } from '@/db/schema/payments';
import type { PaymentStatus } from '@/lib/domain/payment';
import { createTestApi } from '@/test/support/api';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey, type TestKey } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';

const SECOND = Date.parse('2026-01-02T03:04:05Z');

const base = await openForTestFile(createTestDatabase());
const api = createTestApi(base);

interface Made {
  readonly at?: number;
  readonly status?: PaymentStatus;
  readonly reference?: string;
  readonly metadata?: Readonly<Record<string, string>>;
}

async function make(key: TestKey, { at = 0, status = 'pending', ...given }: Made = {}) {
  const body = { amount_sats: 1_000, ...given };
  const { json } = await api.call({ path: '/v1/btc/payments', key: key.apiKey, body });
  const fields = { status, createdAt: new Date(SECOND + at) };
  await base.db.update(payment).set(fields).where(eq(payment.id, json.id));
  return json.id as string;
}

async function list(key: TestKey, query: Readonly<Record<string, string | number>>) {
  const all = { from: '0', to: '9999999999', ...query };
  const search = new URLSearchParams(Object.entries(all).map(([name, v]) => [name, String(v)]));
  return api.call({ path: `/v1/btc/payments?${search}`, key: key.apiKey });
}

const idsOf = ({ json }: { json: { data: { id: string }[] } }) => json.data.map(({ id }) => id);
const errorsOf = ({ json }: { json: { errors: { pointer: string; code: string }[] } }) =>
  json.errors.map(({ pointer, code }) => [pointer, code]);

/** Follows the cursors to the last page and calls `between` before each further page. */
async function eachPage(
  key: TestKey,
  query: Readonly<Record<string, string | number>>,
  between: () => Promise<unknown> = async () => {},
) {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await list(key, { ...query, ...(cursor === null ? {} : { cursor }) });
    expect(page.status).toBe(200);
    ids.push(...idsOf(page));
    cursor = page.json.pagination.next_cursor;
    expect(page.json.pagination.has_more).toBe(cursor !== null);
    if (cursor !== null) await between();
  } while (cursor !== null);
  return ids;
}

test('cursor: no payment is repeated or skipped while new payments are created, even at equal times', async () => {
  const key = await createTestKey(base.db);
  for (let i = 0; i < 11; i += 1) await make(key, { at: (i % 3) * 100 });
  const before = idsOf(await list(key, {}));
  const paged = await eachPage(key, { limit: 2 }, () => make(key, { at: 5_000 }));
  expect(before).toHaveLength(11);
  expect(paged).toEqual(before);
});

test('offset: if payments are created between two requests, the next page repeats payments, unlike with a cursor', async () => {
  const key = await createTestKey(base.db);
  for (let i = 0; i < 4; i += 1) await make(key, { at: i });
  const first = await list(key, { limit: 2 });
  await make(key, { at: 5_000 });
  const second = await list(key, { limit: 2, offset: 2 });
  expect(idsOf(second)[0]).toBe(idsOf(first)[1]);
});

test('cursor: total and range stay the same on every page, and the last page has no cursor', async () => {
  const key = await createTestKey(base.db);
  for (let i = 0; i < 5; i += 1) await make(key, { at: i * 1_000 });
  const from = SECOND / 1_000 + 1;
  const first = await list(key, { from, limit: 3 });
  const { next_cursor: cursor } = first.json.pagination;
  expect(first.json.pagination).toEqual({
    total: 4,
    limit: 3,
    offset: 0,
    has_more: true,
    next_cursor: expect.any(String),
  });
  const last = await list(key, { from, limit: 3, cursor });
  expect(last.json.pagination).toEqual({
    total: 4,
    limit: 3,
    offset: 0,
    has_more: false,
    next_cursor: null,
  });
  expect(last.json.data).toHaveLength(1);
});

test('cursor: with a cursor of another key’s list, a request returns only payments of the request’s key', async () => {
  const [key, other] = [await createTestKey(base.db), await createTestKey(base.db)];
  for (let i = 0; i < 3; i += 1) await make(key, { at: i });
  const own = await make(other, { at: -1 });
  const { json } = await list(key, { limit: 1 });
  expect(idsOf(await list(other, { cursor: json.pagination.next_cursor }))).toEqual([own]);
});

test('status: one or several statuses can be combined with other filters, and the total counts the matches', async () => {
  const key = await createTestKey(base.db);
  const made = new Map<PaymentStatus, string>();
  for (const status of ['pending', 'detected', 'confirmed', 'expired', 'canceled'] as const) {
    made.set(status, await make(key, { at: made.size, status }));
  }
  const ids = (...statuses: PaymentStatus[]) => statuses.map((status) => made.get(status));
  const one = await list(key, { status: 'expired' });
  expect(idsOf(one)).toEqual(ids('expired'));
  expect(one.json.pagination.total).toBe(1);
  const two = await list(key, { status: 'pending,canceled', limit: 1 });
  expect(idsOf(two)).toEqual(ids('canceled'));
  expect(two.json.pagination).toMatchObject({ total: 2, has_more: true });
  expect(await eachPage(key, { status: 'pending,canceled', limit: 1 })).toEqual(
    ids('canceled', 'pending'),
  );
  expect(idsOf(await list(key, { status: 'pending,canceled', limit: 1, offset: 1 }))).toEqual(
    ids('pending'),
  );
  expect(idsOf(await list(key, { status: 'confirmed' }))).toEqual(ids('confirmed'));
  expect(idsOf(await list(key, { status: 'confirmed', filter: 'unverified' }))).toEqual([]);
  expect(idsOf(await list(key, { status: 'confirmed,pending', filter: 'unverified' }))).toEqual(
    ids('pending'),
  );
});

test('the filter `reference` matches the exact text, and only payments of the requesting key', async () => {
  const [key, other] = [await createTestKey(base.db), await createTestKey(base.db)];
  const order = await make(key, { reference: 'Größe 42, 100 %' });
  const again = await make(key, { at: 1, reference: 'Größe 42, 100 %', status: 'canceled' });
  await make(key, { reference: 'Größe 42' });
  await make(key, {});
  await make(other, { reference: 'Größe 42, 100 %' });
  const found = await list(key, { reference: 'Größe 42, 100 %' });
  expect(idsOf(found)).toEqual([again, order]);
  expect(found.json.pagination.total).toBe(2);
  expect(idsOf(await list(key, { reference: 'Größe 42, 100 %', status: 'pending' }))).toEqual([
    order,
  ]);
  expect((await list(key, { reference: 'Größe' })).json.pagination.total).toBe(0);
});

test('400: an invalid cursor, status or reference is refused, and so is a cursor with an offset', async () => {
  const key = await createTestKey(base.db);
  for (const cursor of ['', 'x', 'pay_1', '2026-01-02', '%', 'MTc', 'Ω']) {
    const answer = await list(key, { cursor });
    expect([cursor, answer.status, errorsOf(answer)]).toEqual([
      cursor,
      400,
      [['cursor', 'invalid_format']],
    ]);
  }
  const wrong = await list(key, { status: 'pending,paid', reference: '' });
  expect(errorsOf(wrong)).toEqual([
    ['status', 'invalid_value'],
    ['reference', 'invalid_format'],
  ]);
  expect(wrong.json.errors[0].message).toContain('pending, detected, confirmed');
  await make(key);
  await make(key);
  const { next_cursor: cursor } = (await list(key, { limit: 1 })).json.pagination;
  expect(errorsOf(await list(key, { cursor, offset: 0 }))).toEqual([['offset', 'invalid_value']]);
  expect((await list(key, { cursor: `${cursor}x` })).status).toBe(400);
});

test('400: a cursor with a time outside the range of the database is rejected', async () => {
  const key = await createTestKey(base.db);
  const cursorAt = (ms: number, id: string) => Buffer.from(`${ms}.${id}`).toString('base64url');
  for (const [path, kind] of [
    ['/v1/btc/payments?from=0&to=9999999999&', 'pay'],
    ['/v1/btc/payment_links?', 'lnk'],
  ] as const) {
    const at = (ms: number) =>
      api.call({
        path: `${path}cursor=${cursorAt(ms, `${kind}_${'0'.repeat(22)}`)}`,
        key: key.apiKey,
      });
    expect((await at(253_402_300_799_999)).status).toBe(200);
    const beyond = await at(253_402_300_800_000);
    expect([beyond.status, errorsOf(beyond)]).toEqual([400, [['cursor', 'invalid_format']]]);
  }
});

test('metadata[key]=value finds the payments with exactly this value, together with other filters', async () => {
  const key = await createTestKey(base.db);
  const metadata = { order: '4711', 'cart id': 'Größe „42“ #7', __proto: 'x', empty: '' };
  const mine = await make(key, { metadata, status: 'confirmed' });
  await make(key, { metadata: { order: '47112', note: '4711' } });
  await make(key, { reference: '4711' });
  const other = await createTestKey(base.db);
  await make(other, { metadata });
  const found = async (query: Readonly<Record<string, string>>) => idsOf(await list(key, query));
  expect(await found({ 'metadata[order]': '4711' })).toEqual([mine]);
  expect(await found({ 'metadata[cart id]': 'Größe „42“ #7' })).toEqual([mine]);
  expect(await found({ 'metadata[empty]': '' })).toEqual([mine]);
  expect(await found({ 'metadata[order]': '4711', 'metadata[note]': '4711' })).toEqual([]);
  expect(await found({ 'metadata[order]': '4711', status: 'confirmed' })).toEqual([mine]);
  expect(await found({ 'metadata[order]': '4711', status: 'expired' })).toEqual([]);
  expect(await found({ 'metadata[order]': '471' })).toEqual([]);
  expect((await list(key, { 'metadata[order]': '4711' })).json.pagination.total).toBe(1);
});

test('a metadata filter without a name, and any other parameter with brackets, is refused', async () => {
  const key = await createTestKey(base.db);
  expect(errorsOf(await list(key, { metadata: '4711' }))).toEqual([['metadata', 'invalid_value']]);
  expect(errorsOf(await list(key, { 'metadata[]': '4711' }))).toEqual([
    ['metadata[]', 'unknown_field'],
  ]);
  expect(errorsOf(await list(key, { 'meta[order]': '1' }))).toEqual([
    ['meta[order]', 'unknown_field'],
  ]);
  const twice = await api.call({
    path: '/v1/btc/payments?from=0&to=1&metadata[a]=1&metadata[a]=2',
    key: key.apiKey,
  });
  expect(errorsOf(twice)).toEqual([['metadata[a]', 'repeated']]);
});
