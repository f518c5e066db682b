import { expect, test } from 'vitest';
import { listSubjectAuditEntries } from '@/lib/audit/list-audit-entries';
import { resendDeliveries } from '@/lib/webhooks/delivery/resend-deliveries';
import { searchDeliveries } from '@/lib/webhooks/delivery/views/search-deliveries';
import { getEndpoint } from '@/lib/webhooks/endpoints/get-endpoint';
import { listEndpoints } from '@/lib/webhooks/endpoints/list-endpoints';
import { pauseEndpoint } from '@/lib/webhooks/endpoints/pause-endpoint';
import { pausedEndpoints } from '@/lib/webhooks/endpoints/paused-endpoints';
import { createTestActor } from '@/test/support/actor';
import { createTestKey } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { openOutbox } from '@/test/support/outbox';
import { startReceiver } from '@/test/support/receiver';

const DAY_MS = 86_400_000;

const box = await openForTestFile(openOutbox());
const receiver = await openForTestFile(startReceiver());
const member = await createTestActor(box.base.db, box.key.merchantId, 'member');
const stranger = await createTestActor(
  box.base.db,
  (await createTestKey(box.base.db)).merchantId,
  'owner',
);

async function attempt(status: number, path: string) {
  receiver.respond({ status });
  await box.announceNew(receiver.url(path));
  await box.dispatch();
}
const list = (text?: string, actor = member) =>
  listEndpoints(box.base.db, actor, { text, limit: 100, offset: 0 }, box.clock());
async function find(path: string) {
  const url = receiver.url(path);
  const { endpoints } = await list();
  const found = endpoints.find((one) => one.url === url);
  if (!found) throw new Error(`${path} is not listed`);
  return found;
}
const detail = async (path: string) =>
  getEndpoint(box.base.db, member, (await find(path)).id, box.clock());

test('an endpoint’s statistics for the last day or week count only attempts for events in that period', async () => {
  await attempt(200, '/figures');
  box.passTime(5 * DAY_MS);
  await attempt(200, '/figures');
  await attempt(410, '/figures');
  await attempt(200, '/elsewhere');
  box.passTime(3 * DAY_MS);
  await attempt(410, '/figures');
  await attempt(200, '/figures');
  await attempt(200, '/figures');
  const { day, week, isPart, failures } = await detail('/figures');
  expect(day).toMatchObject({ attempts: 3, succeeded: 2 });
  expect(week).toMatchObject({ attempts: 5, succeeded: 3 });
  expect(isPart).toBe(false);
  for (const { medianMs, p95Ms } of [day, week]) {
    expect(medianMs).toBeGreaterThanOrEqual(0);
    expect(p95Ms).toBeGreaterThanOrEqual(medianMs ?? Number.NaN);
  }
  expect(failures).toHaveLength(2);
  expect(failures[0]?.number).toBe(1);
  expect(failures[0]?.error).toContain('410');
  expect(failures[0]?.at.getTime()).toBeGreaterThan(failures[1]?.at.getTime() ?? 0);
});

test('an endpoint that never responded has an empty response time, and its pending deliveries have a next attempt time', async () => {
  receiver.respond('reset');
  await box.announceNew(receiver.url('/reset'));
  await box.dispatch();
  box.passTime(1_000);
  await box.announceNew(receiver.url('/reset'));
  const { day, waiting, standing } = await detail('/reset');
  expect(day).toEqual({ attempts: 1, succeeded: 0, medianMs: null, p95Ms: null });
  expect(waiting).toMatchObject({ count: 2, nextAttemptAt: box.clock() });
  expect(waiting.oldestAt).toEqual(new Date(box.clock().getTime() - 1_000));
  expect(standing).toMatchObject({ lastStatus: null, lastErrorCode: 'connection_reset' });
  await pauseEndpoint(box.base.db, member, (await find('/reset')).id, box.clock());
  const paused = await detail('/reset');
  expect(paused.waiting).toMatchObject({ count: 2, nextAttemptAt: null });
  const user = await createTestActor(box.base.db, box.key.merchantId, 'viewer');
  expect(await pausedEndpoints(box.base.db, user)).toMatchObject([{ id: paused.id }]);
  expect((await list()).endpoints[0]?.id).toBe(paused.id);
  expect(paused.pausedByUser).toContain('@');
});

test('a filter by endpoint and time range limits which failed deliveries are counted and resent', async () => {
  await attempt(410, '/range');
  box.passTime(2 * DAY_MS);
  await attempt(410, '/range');
  await attempt(410, '/range?other');
  const { id } = await find('/range');
  const from = new Date(box.clock().getTime() - DAY_MS);
  const filter = { endpointId: id, from };
  const page = { limit: 1, offset: 0 };
  const failed = { ...filter, state: 'failed' } as const;
  expect((await searchDeliveries(box.base.db, member, failed, page)).total).toBe(1);
  expect(await resendDeliveries(box.base.db, stranger, failed, box.clock())).toBe(0);
  expect(await resendDeliveries(box.base.db, member, failed, box.clock())).toBe(1);
  box.passTime(1);
  expect(
    await resendDeliveries(box.base.db, member, { endpointId: id, state: 'failed' }, box.clock()),
  ).toBe(1);
  const ofEndpoint = await listSubjectAuditEntries(box.base.db, member, [id]);
  expect(ofEndpoint).toMatchObject([
    { action: 'delivery.resend_failed', data: { resent: 1, from: from.toISOString() } },
    { action: 'delivery.resend_failed', data: { resent: 1, from: null } },
  ]);
});

test('a merchant cannot see another merchant’s endpoints, and a search matches any part of a URL', async () => {
  await attempt(200, '/seen_100%25');
  expect((await list('seen_100%')).endpoints).toHaveLength(1);
  expect((await list('SEEN_100%')).total).toBe(1);
  expect((await list('seen.100')).total).toBe(0);
  expect(await list(undefined, stranger)).toEqual({ endpoints: [], total: 0 });
  const { id } = await find('/seen_100%25');
  await expect(getEndpoint(box.base.db, stranger, id, box.clock())).rejects.toMatchObject({
    code: 'not_found',
  });
  expect(await pausedEndpoints(box.base.db, stranger)).toEqual([]);
});
