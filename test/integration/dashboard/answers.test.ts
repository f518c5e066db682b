import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { webhookEndpoint } from '@/db/schema/endpoints';
import { paymentLink } from '@/db/schema/links';
import { payment } from '@/db/schema/payments';
import { userSession } from '@/db/schema/people';
import { delivery } from '@/db/schema/webhooks';
import { inviteMember } from '@/lib/accounts/invite-member';
import type { Member } from '@/lib/domain/actor';
import { ROUTES } from '@/lib/http/table';
import { createTestActor } from '@/test/support/actor';
import type { TestAnswer, TestRequest } from '@/test/support/api';
import { openTour } from '@/test/support/api-tour';
import { tourSuccesses } from '@/test/support/api-tour-successes';
import { randomDescriptor } from '@/test/support/factories';
import { forFile } from '@/test/support/for-file';

let owner: Member;
let ids: Record<
  'confirmed' | 'pending' | 'delivery' | 'endpoint' | 'link' | 'invitation' | 'member',
  string
>;
const seen = new Set<string>();

const tour = await forFile(openTour());

beforeAll(async () => {
  const { db } = tour.base;
  owner = await createTestActor(db, tour.key.merchantId, 'owner');
  const { userId: member } = await createTestActor(db, tour.key.merchantId, 'member');
  const payments = await tourSuccesses(tour);
  const [sent] = await db.select().from(delivery).where(eq(delivery.paymentId, payments.confirmed));
  const guest = { email: 'guest@shop.example', role: 'viewer' } as const;
  const { id: invitation } = await inviteMember(db, owner, guest, tour.now());
  const [link] = await db.select().from(paymentLink);
  const [endpoint] = await db.select().from(webhookEndpoint);
  ids = {
    ...payments,
    delivery: sent?.id ?? '',
    endpoint: endpoint?.id ?? '',
    link: link?.id ?? '',
    invitation,
    member,
  };
});

/** Calls a route as the owner and checks the response against the route's schema. */
async function ask(route: string, request: Partial<TestRequest> & { id?: string } = {}) {
  const [method = '', pattern = ''] = route.split(' ');
  const { id = '', path = '', ...rest } = request;
  const body = method === 'GET' ? {} : { body: rest.body ?? {} };
  const asked = { ...rest, ...body, method, path: pattern.replace('{id}', id) + path, as: owner };
  const answer = await tour.api.call(asked);
  expect([route, answer.status, answer.json?.errors]).toEqual([route, 200, undefined]);
  seen.add(route);
  return answer;
}

const dashboard = (method: string, path: string, request?: Parameters<typeof ask>[1]) =>
  ask(`${method} /api/dashboard/${path}`, request);

test('responses of lists and pages match the route table', async () => {
  const lists = [
    'audit',
    'chains',
    'deliveries',
    'endpoints',
    'keys',
    'payment-links',
    'payments',
    'team',
    'wallets',
  ];
  for (const page of [...lists, 'frame', 'overview', 'overview/strips'])
    await dashboard('GET', page);
  await dashboard('GET', 'settings/sessions');
  await dashboard('GET', 'rates', { path: '?network=regtest&currency=EUR' });
  await dashboard('GET', 'wallets/{id}/address', { id: tour.key.actor.walletId });
  await dashboard('GET', 'deliveries/{id}', { id: ids.delivery });
  await dashboard('GET', 'payment-links/{id}', { id: ids.link });
  await dashboard('GET', 'endpoints/{id}', { id: ids.endpoint });
  const { json } = await dashboard('GET', 'payments/{id}', { id: ids.confirmed });
  expect(json.timeline.length).toBeGreaterThan(4);
  const outputs = await dashboard('GET', 'payments/{id}/outputs', { id: ids.confirmed });
  expect(outputs.json).toEqual(json.outputs);
  await tour.api.writeRequestLog();
  const requests = await dashboard('GET', 'keys/{id}/requests', { id: tour.key.id });
  const [newest] = requests.json.data;
  const found = await dashboard('GET', 'requests/{id}', { id: newest.id });
  expect(found.json.request).toEqual(newest);
});

test('a stream of changes starts immediately', async () => {
  const { headers, text } = await dashboard('GET', 'events');
  expect(headers['content-type']).toBe('text/event-stream; charset=utf-8');
  expect(text).toMatch(/^retry: \d+\n/);
});

test('an export has every field of a payment but the payment link, with the price in six columns, and the rate at confirmation', async () => {
  const { json } = await dashboard('GET', 'payments/export', { path: '?format=json' });
  const csv: TestAnswer = await dashboard('GET', 'payments/export', { path: '?format=csv' });
  const [head = '', ...lines] = csv.text.replace('\uFEFF', '').trim().split('\r\n');
  expect(lines).toHaveLength(json.length);
  const fields = Object.keys(json[0]).filter((field) => !['payment_uri', 'price'].includes(field));
  const price = ['amount', 'currency', 'rate', 'source', 'quoted_at', 'spread_ppm'];
  const noted = ['', '_currency', '_source', '_quoted_at'];
  const columns = [
    ...fields,
    ...price.map((name) => `price_${name}`),
    ...noted.map((name) => `rate_at_confirmation${name}`),
  ];
  expect(head.split(',').sort()).toEqual(columns.sort());
});

test('a simulated payment without an amount pays the missing amount', async () => {
  const { json: made } = await dashboard('POST', 'payments', {
    body: { api_key_id: tour.key.id, amount_sats: 60_000 },
  });
  const simulate = (body: object) =>
    dashboard('POST', 'payments/{id}/simulate', { id: made.id, body });
  await simulate({ action: 'pay', sats: 25_000 });
  await simulate({ action: 'pay' });
  const { json } = await dashboard('GET', 'payments/{id}', { id: made.id });
  expect(json.payment).toMatchObject({ received_sats: 60_000, status: 'detected', flags: [] });
});

test('responses of changes match the route table', async () => {
  const id = ids.pending;
  await dashboard('POST', 'payments', { body: { api_key_id: tour.key.id, amount_sats: 1_000 } });
  const link = { title: 'Tea', free_amount: { currency: 'SATS' } };
  const { json } = await dashboard('POST', 'payment-links', {
    body: { api_key_id: tour.key.id, ...link },
  });
  await dashboard('POST', 'payment-links/{id}/deactivate', { id: json.id });
  await dashboard('POST', 'payments/{id}/simulate', { id, body: { action: 'mine' } });
  await dashboard('POST', 'payments/{id}/cancel', { id });
  await dashboard('POST', 'deliveries/{id}/resend', { id: ids.delivery });
  await dashboard('POST', 'deliveries/resend-failed');
  const several = { body: { ids: [id, ids.confirmed] } };
  await dashboard('POST', 'payments/cancel', several);
  await dashboard('POST', 'payments/resend-failed', several);
  await dashboard('POST', 'endpoints/{id}/pause', { id: ids.endpoint });
  await dashboard('POST', 'endpoints/{id}/resume', { id: ids.endpoint });
  const webhook = { key: tour.key.id, webhook_url: tour.receiver.url('/webhooks') };
  await dashboard('POST', 'webhooks/test', { body: webhook });
  const pasted = { headers: 'X-Service-Timestamp: 1', body: '{}' };
  await dashboard('POST', 'webhooks/check', { body: { key: tour.key.id, ...pasted } });
  await dashboard('PATCH', 'settings/merchant', { body: { name: 'Renamed' } });
  await dashboard('PATCH', 'settings/display-currency', { body: { currency: 'EUR' } });
  await dashboard('GET', 'overview/strips');
  const password = 'correct horse battery staple';
  // Setting a first password requires a recent sign-in.
  await tour.base.db.update(userSession).set({ createdAt: tour.now() });
  await dashboard('POST', 'settings/password', { body: { current: '', password } });
});

test('responses of the inbox match the route table', async () => {
  const id = ids.confirmed;
  const flagged = { flags: ['overpaid' as const] };
  await tour.base.db.update(payment).set(flagged).where(eq(payment.id, id));
  const { json: overview } = await dashboard('GET', 'overview');
  const open = { reason: 'overpaid', count: 1, newest: [expect.objectContaining({ id })] };
  expect(overview.worklist).toContainEqual(open);
  const entry = async () => (await dashboard('GET', 'payments/{id}', { id })).json.work;
  expect(await entry()).toContainEqual({ reason: 'overpaid', handled: null });
  const reasons = ['overpaid'];
  const { received_sats } = (await dashboard('GET', 'payments/{id}', { id })).json.payment;
  const unseen = { payments: [{ id, received_sats: received_sats + 1 }] };
  const refused = [{ id, done: 0, refused: expect.stringContaining('Look at it again') }];
  expect((await dashboard('POST', 'payments/handle', { body: unseen })).json.data).toEqual(refused);
  const others = { payments: [{ id, received_sats, reasons: ['late', 'undelivered'] }] };
  const none = await dashboard('POST', 'payments/handle', { body: others });
  expect(none.json.data).toEqual([{ id, done: 0, refused: null }]);
  const body = { received_sats, reasons, note: 'Voucher' };
  const done = await dashboard('POST', 'payments/{id}/handle', { id, body });
  expect(done.json).toEqual({ done: true });
  const handled = expect.objectContaining({ note: 'Voucher' });
  expect(await entry()).toContainEqual({ reason: 'overpaid', handled });
  const undone = await dashboard('POST', 'payments/{id}/unhandle', { id, body: { reasons } });
  expect(undone.json).toEqual({ done: true });
  expect(await entry()).toContainEqual({ reason: 'overpaid', handled: null });
});

test('responses of key changes match the route table', async () => {
  const wallet = { network: 'regtest', descriptor: randomDescriptor('regtest') };
  await dashboard('POST', 'keys/preview', { body: wallet });
  const settings = {
    name: 'Second',
    allow_custom_addresses: false,
    allow_management: false,
    allowed_ips: [],
    embed_origins: [],
    webhook_events: [],
    default_webhook_url: null,
    expires_at: null,
  };
  const { json: created } = await dashboard('POST', 'keys', { body: { ...wallet, ...settings } });
  const { id } = created;
  await dashboard('PATCH', 'keys/{id}', { id, body: { name: 'Renamed' } });
  await dashboard('POST', 'keys/{id}/signing-secret', { id });
  const overlap = { overlap_seconds: 60 };
  await dashboard('POST', 'keys/{id}/rotate', { id, body: overlap });
  await dashboard('POST', 'keys/{id}/signing-secret/rotate', { id, body: overlap });
  await dashboard('GET', 'keys');
  await dashboard('POST', 'keys/{id}/revoke', { id });
});

test('responses of saved views match the route table', async () => {
  const { json } = await dashboard('POST', 'views', { body: { name: 'Open', search: 'q=a' } });
  await dashboard('PATCH', 'views/{id}', { id: json.id, body: { name: 'Open now' } });
  const { json: list } = await dashboard('GET', 'views');
  expect(list.data).toEqual([{ id: json.id, name: 'Open now', search: 'q=a' }]);
  await dashboard('DELETE', 'views/{id}', { id: json.id });
});

test('responses of changes to members and sessions match the route table', async () => {
  const guest = { email: 'second@shop.example', role: 'viewer' };
  await dashboard('POST', 'team/invitations', { body: guest });
  await dashboard('DELETE', 'team/invitations/{id}', { id: ids.invitation });
  await dashboard('PATCH', 'team/members/{id}', { id: ids.member, body: { role: 'viewer' } });
  await dashboard('DELETE', 'team/members/{id}', { id: ids.member });
  await dashboard('POST', 'session/merchant', { body: { merchant_id: owner.merchantId } });
  await dashboard('DELETE', 'settings/sessions');
  await dashboard('DELETE', 'settings/sessions/{id}', { id: owner.sessionId });
  await dashboard('DELETE', 'session');
});

test('every dashboard route has been called in this run', () => {
  const routes = ROUTES.filter(({ who }) => who === 'member');
  expect([...seen].sort()).toEqual(routes.map(({ method, path }) => `${method} ${path}`).sort());
});
