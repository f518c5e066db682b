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
import type { TestRequest, TestResponse } from '@/test/support/api';
import { openApiTour } from '@/test/support/api-tour';
import { callOperationsSuccessfully } from '@/test/support/api-tour-successes';
import { callMailRoutes } from '@/test/support/call-mail-routes';
import { callRefundRoutes } from '@/test/support/call-refund-routes';
import { callImportRoutes, callShopRoutes } from '@/test/support/call-shop-routes';
import { changeEndpoints } from '@/test/support/change-endpoints';
import { changeSecondFactors } from '@/test/support/change-second-factors';
import { changeSettings } from '@/test/support/change-settings';
import { randomDescriptor } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';

let owner: Member;
let ids: Record<
  'confirmed' | 'pending' | 'delivery' | 'endpoint' | 'link' | 'invitation' | 'member',
  string
>;
const seen = new Set<string>();

const tour = await openForTestFile(openApiTour());

beforeAll(async () => {
  const { db } = tour.base;
  owner = await createTestActor(db, tour.key.merchantId, 'owner');
  const { userId: member } = await createTestActor(db, tour.key.merchantId, 'member');
  const payments = await callOperationsSuccessfully(tour);
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

test('the responses of lists and pages match the schemas of their routes', async () => {
  const lists = 'audit chains customers deliveries endpoints health keys payment-links payments';
  const others = 'requests team wallets frame home home/month reports payments/sums';
  const pages = `${lists} ${others} settings/sessions`.split(' ');
  for (const page of pages) await dashboard('GET', page);
  await dashboard('GET', 'reports/file', { path: '?format=csv' });
  await dashboard('GET', 'wallets/{id}/labels', { id: tour.key.actor.walletId });
  await callMailRoutes(dashboard, tour);
  await dashboard('GET', 'rates', { path: '?network=regtest&currency=EUR' });
  await dashboard('GET', 'wallets/{id}/address', { id: tour.key.actor.walletId });
  await dashboard('GET', 'deliveries/{id}', { id: ids.delivery });
  await dashboard('GET', 'payment-links/{id}', { id: ids.link });
  await dashboard('GET', 'endpoints/{id}', { id: ids.endpoint });
  await dashboard('GET', 'customers/{id}', { id: ids.confirmed });
  await dashboard('POST', 'customers/{id}/erase', { id: ids.confirmed });
  const { json } = await dashboard('GET', 'payments/{id}', { id: ids.confirmed });
  expect(json.timeline.length).toBeGreaterThan(4);
  await dashboard('GET', 'payments/selected', { path: `?ids=${ids.confirmed}` });
  const outputs = await dashboard('GET', 'payments/{id}/outputs', { id: ids.confirmed });
  expect(outputs.json).toEqual(json.outputs);
  await tour.api.writeRequestLog();
  const requests = await dashboard('GET', 'requests');
  const [newest] = requests.json.data;
  const found = await dashboard('GET', 'requests/{id}', { id: newest.id });
  expect(found.json).toEqual(newest);
});

test('a stream of changes sends its first line immediately', async () => {
  const { headers, text } = await dashboard('GET', 'events');
  expect(headers['content-type']).toBe('text/event-stream; charset=utf-8');
  expect(text).toMatch(/^retry: \d+\n/);
});

test('an export has all fields of a payment except payment link and customer', async () => {
  const { json } = await dashboard('GET', 'payments/export', { path: '?format=json' });
  const csv: TestResponse = await dashboard('GET', 'payments/export', { path: '?format=csv' });
  const [head = '', ...lines] = csv.text.replace('\uFEFF', '').trim().split('\r\n');
  expect(lines).toHaveLength(json.length);
  const { payment_uri, price: _price, customer, ...shown } = json[0];
  const price = ['amount', 'currency', 'rate', 'source', 'quoted_at', 'spread_ppm'];
  const noted = ['', '_currency', '_source', '_quoted_at'];
  const columns = [
    ...Object.keys(shown),
    ...price.map((name) => `price_${name}`),
    ...noted.map((name) => `rate_at_confirmation${name}`),
  ];
  expect(head.split(',').sort()).toEqual(columns.sort());
});

test('the audit log can be exported as CSV', async () => {
  const { text } = await dashboard('GET', 'audit/export');
  expect(text.split('\r\n').length).toBeGreaterThan(2);
});

test('the `pay` simulation without `sats` pays the missing amount', async () => {
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

test('the responses of changes match the schemas of their routes', async () => {
  const id = ids.pending;
  await dashboard('POST', 'payments', { body: { api_key_id: tour.key.id, amount_sats: 1_000 } });
  const link = { title: 'Tea', free_amount: { currency: 'SATS' } };
  const { json } = await dashboard('POST', 'payment-links', {
    body: { api_key_id: tour.key.id, ...link },
  });
  await dashboard('POST', 'payment-links/{id}/deactivate', { id: json.id });
  await dashboard('POST', 'payments/{id}/simulate', { id, body: { action: 'mine' } });
  await dashboard('POST', 'payments/{id}/cancel', { id });
  await callRefundRoutes(dashboard, tour, ids.confirmed);
  await dashboard('POST', 'deliveries/{id}/resend', { id: ids.delivery });
  await dashboard('POST', 'deliveries/resend', { body: { status: 'failed' } });
  const several = { body: { ids: [id, ids.confirmed] } };
  await dashboard('POST', 'payments/cancel', several);
  await dashboard('POST', 'payments/resend-failed', several);
  await changeEndpoints(dashboard, tour.receiver.url('/books'));
  await dashboard('POST', 'endpoints/{id}/pause', { id: ids.endpoint });
  await dashboard('POST', 'endpoints/{id}/resume', { id: ids.endpoint });
  const webhook = { key: tour.key.id, webhook_url: tour.receiver.url('/webhooks') };
  await dashboard('POST', 'webhooks/test', { body: webhook });
  const pasted = { headers: 'X-Service-Timestamp: 1', body: '{}' };
  await dashboard('POST', 'webhooks/check', { body: { key: tour.key.id, ...pasted } });
  await changeSettings(dashboard);
  const password = 'correct horse battery staple';
  // Setting a first password requires a recent sign-in.
  await tour.base.db.update(userSession).set({ createdAt: tour.now() });
  await dashboard('POST', 'settings/password', { body: { current: '', password } });
});

test('the responses of the inbox match the schemas of their routes', async () => {
  const id = ids.confirmed;
  const flagged = { flags: ['overpaid' as const] };
  await tour.base.db.update(payment).set(flagged).where(eq(payment.id, id));
  const { json: home } = await dashboard('GET', 'home');
  expect(home.inbox.decisions).toContainEqual({
    ...{ reasons: ['overpaid'], settled: true, follow_up: null },
    allows_follow_ups: true,
    payment: expect.objectContaining({ id }),
  });
  const entry = async () => (await dashboard('GET', 'payments/{id}', { id })).json.work;
  expect(await entry()).toContainEqual({ reason: 'overpaid', handled: null });
  const { received_sats } = (await dashboard('GET', 'payments/{id}', { id })).json.payment;
  const handle = async (payment: object) =>
    (await dashboard('POST', 'payments/handle', { body: { payments: [payment] } })).json.data;
  const refused = [{ id, done: 0, refused: expect.stringContaining('Look at it again') }];
  expect(await handle({ id, received_sats: received_sats + 1 })).toEqual(refused);
  expect(await handle({ id, received_sats, reasons: ['late'] })).toMatchObject([{ id, done: 0 }]);
  await dashboard('POST', 'payments/{id}/handle', { id, body: { received_sats, note: 'Voucher' } });
  expect(await entry()).not.toContainEqual({ reason: 'overpaid', handled: null });
  await dashboard('PATCH', 'inbox/{id}/note', { id, body: { assignee_id: owner.userId } });
  const noted = { note: 'Voucher', assignee: { id: owner.userId } };
  expect((await dashboard('GET', 'payments/{id}', { id })).json).toMatchObject(noted);
  await dashboard('POST', 'payments/{id}/unhandle', { id, body: { reasons: ['overpaid'] } });
  expect(await entry()).toContainEqual({ reason: 'overpaid', handled: null });
  await dashboard('POST', 'payments/{id}/accept', { id, body: { received_sats } });
  const next = await dashboard('POST', 'payments/{id}/follow-up', { id: ids.pending });
  expect(next.json).toMatchObject({ follows_payment_id: ids.pending, status: 'pending' });
});

test('the responses of key changes match the schemas of their routes', async () => {
  const wallet = { network: 'regtest', descriptor: randomDescriptor('regtest') };
  await dashboard('POST', 'keys/preview', { body: wallet });
  const settings = {
    name: 'Second',
    ...{ allow_custom_addresses: false, allow_management: false, allow_follow_ups: false },
    ...{ allowed_ips: [], embed_origins: [], webhook_events: [], customer_mails: [] },
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
  const other = { ...wallet, descriptor: randomDescriptor('regtest'), name: 'Savings' };
  const { json: added } = await dashboard('POST', 'wallets', { body: other });
  await dashboard('PATCH', 'wallets/{id}', { id: added.id, body: { name: 'Renamed' } });
  await dashboard('POST', 'wallets/{id}/compare', { id: added.id, body: { index: 1 } });
  await dashboard('GET', 'wallets');
  await dashboard('POST', 'wallets/{id}/keys', { id: added.id, body: settings });
});

test('the responses about shop plugins and imports match the schemas of their routes', async () => {
  await callShopRoutes(dashboard, tour);
  await callImportRoutes(dashboard, tour);
});

test('the responses of saved views match the schemas of their routes', async () => {
  const { json } = await dashboard('POST', 'views', { body: { name: 'Open', search: 'q=a' } });
  await dashboard('PATCH', 'views/{id}', { id: json.id, body: { name: 'Open now' } });
  const { json: list } = await dashboard('GET', 'views');
  expect(list.data).toEqual([{ id: json.id, name: 'Open now', search: 'q=a' }]);
  await dashboard('DELETE', 'views/{id}', { id: json.id });
});

test('the responses of changes to members and sessions match the schemas of their routes', async () => {
  const guest = { email: 'second@shop.example', role: 'viewer' };
  await dashboard('POST', 'team/invitations', { body: guest });
  await dashboard('DELETE', 'team/invitations/{id}', { id: ids.invitation });
  await dashboard('PATCH', 'team/members/{id}', { id: ids.member, body: { role: 'viewer' } });
  await dashboard('DELETE', 'team/members/{id}', { id: ids.member });
  await dashboard('POST', 'session/merchant', { body: { merchant_id: owner.merchantId } });
  await changeSecondFactors(dashboard, tour.now());
  await dashboard('DELETE', 'settings/sessions');
  await dashboard('DELETE', 'settings/sessions/{id}', { id: owner.sessionId });
  await dashboard('DELETE', 'session');
});

test('the tests of this file call every dashboard route', () => {
  const routes = ROUTES.filter(({ who }) => who === 'member');
  expect([...seen].sort()).toEqual(routes.map(({ method, path }) => `${method} ${path}`).sort());
});
