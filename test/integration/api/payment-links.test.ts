import { describe, expect, it } from 'vitest';
import { createTestActor } from '@/test/support/actor';
import { createTestApi } from '@/test/support/api';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';

const LINKS = '/v1/btc/payment_links';

const base = await openForTestFile(createTestDatabase());
const api = createTestApi(base);
const key = await createTestKey(base.db);

const create = (body: Record<string, unknown>, apiKey = key.apiKey) =>
  api.call({ path: LINKS, key: apiKey, body: { title: 'Tea', ...body } });
const errorsOf = ({ json }: { json: { errors?: { pointer: string; code: string }[] } }) =>
  Object.fromEntries((json.errors ?? []).map(({ pointer, code }) => [pointer, code]));

describe('payment-links', () => {
  const hyphen = '/v1/btc/payment-links';

  it('payment-links is another spelling of payment_links for every operation', async () => {
    const body = { title: 'Tea', amount_sats: 1_000 };
    const { status, json } = await api.call({ path: hyphen, key: key.apiKey, body });
    expect(status).toBe(201);
    const at = (path: string, method = 'GET') => api.call({ path, method, key: key.apiKey });
    expect((await at(`${hyphen}/${json.id}`)).json).toEqual(json);
    expect((await at(hyphen)).json).toEqual((await at(LINKS)).json);
    expect((await at(`${hyphen}/${json.id}/deactivate`, 'POST')).json.status).toBe('inactive');
    expect((await at(`${hyphen}-old`)).status).toBe(404);
  });
});

describe('201', () => {
  it('a new link has the defaults of a payment, and the response contains the URL of the link’s page', async () => {
    const { status, json, headers } = await create({ amount_sats: 1_000 });
    expect(status).toBe(201);
    expect(headers.location).toBe(`https://pay.example${LINKS}/${json.id}`);
    expect(json).toMatchObject({
      url: `https://pay.example/link/${json.id}`,
      status: 'open',
      amount_sats: 1_000,
      price: null,
      free_amount: null,
      max_payments: null,
      payer_note: null,
      customer_fields: null,
      visits: 0,
      payments: 0,
      required_confirmations: 3,
      expires_in: 3_600,
      expires_at: null,
    });
    const read = await api.call({ path: `${LINKS}/${json.id}`, key: key.apiKey });
    expect(read.json).toEqual(json);
  });

  it('every field of a payment link is returned as given, with metadata keys in their order', async () => {
    const given = {
      title: 'Größe „42“ 🍊',
      free_amount: { currency: 'EUR', minimum: '1.50', maximum: '20', suggested: '5' },
      max_payments: 7,
      payer_note: { label: 'Table', required: true },
      customer_fields: { name: 'optional', email: 'required' },
      expires_at: '2099-01-01T00:00:00.000Z',
      metadata: { b: '1', a: '2' },
      locale: 'de',
      return_url: 'https://shop.example/',
      reference: 'r',
      underpayment_tolerance_ppm: 5,
    };
    const { status, json, text } = await create(given);
    expect([status, json]).toMatchObject([201, given]);
    expect(text).toContain('"metadata":{"b":"1","a":"2"}');
  });
});

describe('400', () => {
  it.each<[string, Record<string, unknown>, Record<string, string>]>([
    ['no amount', {}, { '/amount_sats': 'required' }],
    [
      'two amounts',
      { amount_sats: 1, price: { amount: '1', currency: 'EUR' } },
      { '': 'invalid_value' },
    ],
    ['an empty title', { amount_sats: 1, title: '' }, { '/title': 'invalid_format' }],
    [
      'a bound with too many decimals',
      { free_amount: { currency: 'JPY', minimum: '1.5' } },
      { '/free_amount/minimum': 'invalid_format' },
    ],
    [
      'a maximum below the minimum',
      { free_amount: { currency: 'EUR', minimum: '5', maximum: '4' } },
      { '/free_amount/maximum': 'invalid_range' },
    ],
    [
      'a price of more than all bitcoin',
      { price: { amount: '21000001', currency: 'BTC' } },
      { '/price/amount': 'out_of_range' },
    ],
    [
      'a minimum of more than all bitcoin',
      { free_amount: { currency: 'EUR', minimum: '999999999999999' } },
      { '/free_amount/minimum': 'out_of_range' },
    ],
    [
      'an end in the past',
      { amount_sats: 1, expires_at: '2020-01-01T00:00:00Z' },
      { '/expires_at': 'invalid_range' },
    ],
    [
      'a payment address',
      { amount_sats: 1, destination_address: 'x' },
      { '/destination_address': 'unknown_field' },
    ],
    [
      'an invalid return URL',
      { amount_sats: 1, return_automatically: true },
      { '/return_automatically': 'invalid_value' },
    ],
  ])('a payment link with %s is rejected with the name of the field', async (_, body, errors) => {
    const answer = await create(body);
    expect([answer.status, errorsOf(answer)]).toEqual([400, errors]);
  });

  it('a cursor from the list of payments is rejected in the list of links', async () => {
    const cursor = Buffer.from('1.pay_0000000000000000000000').toString('base64url');
    const answer = await api.call({ path: `${LINKS}?cursor=${cursor}`, key: key.apiKey });
    expect([answer.status, errorsOf(answer)]).toEqual([400, { cursor: 'invalid_format' }]);
  });
});

it('404: a link of another key of the same merchant can be neither read nor deactivated', async () => {
  const { json } = await create({ amount_sats: 1_000 });
  const other = await createTestKey(base.db, { merchantId: key.merchantId });
  const own = { key: other.apiKey, path: `${LINKS}/${json.id}` };
  const read = await api.call(own);
  const ended = await api.call({ ...own, method: 'POST', path: `${own.path}/deactivate` });
  expect([read, ended].map((answer) => [answer.status, answer.json.code])).toEqual([
    [404, 'payment_link_not_found'],
    [404, 'payment_link_not_found'],
  ]);
  expect((await api.call({ path: LINKS, key: other.apiKey })).json.data).toEqual([]);
});

it('a deactivated link stays deactivated, and a repeated deactivation returns the same response', async () => {
  const { json } = await create({ amount_sats: 1_000 });
  const end = () =>
    api.call({ method: 'POST', path: `${LINKS}/${json.id}/deactivate`, key: key.apiKey });
  const first = await end();
  api.passTime(1_000);
  const again = await end();
  expect([first.status, first.json.status]).toEqual([200, 'inactive']);
  expect(again.json).toEqual(first.json);
});

it('list pages return every payment link once, newest first, even if timestamps are equal', async () => {
  const own = await createTestKey(base.db);
  const made = await Promise.all(
    Array.from({ length: 7 }, () => create({ amount_sats: 1 }, own.apiKey)),
  );
  const found: { id: string; created_at: string }[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const path: string = `${LINKS}?limit=3${cursor && `&cursor=${cursor}`}`;
    const { json } = await api.call({ path, key: own.apiKey });
    found.push(...json.data);
    cursor = json.pagination.next_cursor;
    expect(json.pagination.has_more).toBe(cursor !== null);
  }
  expect(found.map(({ id }) => id).sort()).toEqual(made.map(({ json }) => json.id).sort());
  const times = found.map(({ created_at }) => created_at);
  expect(times).toEqual([...times].sort().reverse());
});

it('a viewer can neither create nor deactivate a link, and the audit log records the acting member', async () => {
  const body = { api_key_id: key.id, title: 'Tea', amount_sats: 1_000 };
  const path = '/api/dashboard/payment-links';
  const as = (role: 'viewer' | 'member' | 'owner') =>
    createTestActor(base.db, key.merchantId, role);
  const refused = await api.call({ path, body, as: await as('viewer') });
  expect([refused.status, refused.json.code]).toEqual([403, 'forbidden']);
  const { json: made } = await api.call({ path, body, as: await as('member') });
  const ended = { path: `${path}/${made.id}/deactivate`, body: {} };
  expect((await api.call({ ...ended, as: await as('viewer') })).status).toBe(403);
  await api.call({ ...ended, as: await as('member') });
  const { json } = await api.call({ path: '/api/dashboard/audit', as: await as('owner') });
  const of = (before: string) => ({ sentence: { before }, subject: made.id });
  expect(json.data.slice(0, 2)).toMatchObject([
    of('deactivated payment link'),
    of('created payment link'),
  ]);
});
