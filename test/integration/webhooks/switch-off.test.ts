import { tmpdir } from 'node:os';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { payment } from '@/db/schema/payments';
import { listAuditEntries } from '@/lib/audit/list-audit-entries';
import { readHealth } from '@/lib/health';
import { createMetrics } from '@/lib/metrics';
import {
  countFailingEndpoints,
  failingEndpoints,
} from '@/lib/webhooks/endpoints/failing-endpoints';
import { listEndpoints } from '@/lib/webhooks/endpoints/list-endpoints';
import { pauseEndpoint } from '@/lib/webhooks/endpoints/pause-endpoint';
import { resumeEndpoint } from '@/lib/webhooks/endpoints/resume-endpoint';
import { switchOffEndpoints } from '@/lib/webhooks/endpoints/switch-off-endpoints';
import { createTestActor } from '@/test/support/actor';
import { createTestKey } from '@/test/support/factories';
import { type Outbox, openOutbox } from '@/test/support/outbox';
import { type Receiver, startReceiver } from '@/test/support/receiver';

const DAY_MS = 86_400_000;

let outbox: Outbox;
let receiver: Receiver;
beforeEach(async () => {
  [outbox, receiver] = await Promise.all([openOutbox(), startReceiver()]);
  return () => Promise.all([outbox.close(), receiver.close()]);
});

const owner = () => createTestActor(outbox.base.db, outbox.key.merchantId, 'owner');
const switchOff = () => switchOffEndpoints(outbox.base.db, outbox.clock());
async function endpoint() {
  const page = { limit: 10, offset: 0 };
  const { endpoints } = await listEndpoints(outbox.base.db, await owner(), page, outbox.clock());
  const [only] = endpoints;
  if (!only) throw new Error('there is no endpoint');
  return only;
}

async function passDays(days: number) {
  for (let half = 0; half < 2 * days; half += 1) {
    outbox.passTime(DAY_MS / 2);
    await outbox.dispatch();
  }
}

test('an endpoint without a success for ten days is switched off, and a member can resume it', async () => {
  const { db } = outbox.base;
  receiver.respond({ status: 500 });
  await outbox.announceNew(receiver.url());
  await outbox.dispatch();
  await passDays(9);
  expect(await switchOff()).toBe(0);
  const waiting = await outbox.announceNew(receiver.url());
  await passDays(1);
  expect(await switchOff()).toBe(1);
  expect(await switchOff()).toBe(0);
  const off = await endpoint();
  expect(off).toMatchObject({ state: 'paused', switchedOff: true, pausedByUser: null });
  expect(await outbox.delivery(waiting)).toMatchObject({ status: 'pending', held: true });
  const later = await outbox.announceNew(receiver.url());
  const before = receiver.requests.length;
  await passDays(1);
  expect(receiver.requests).toHaveLength(before);
  const { entries } = await listAuditEntries(db, await owner(), { limit: 10 });
  expect(entries).toMatchObject([
    { action: 'endpoint.switch_off', subject: off.id, userId: null, actor: 'Blocktally' },
  ]);

  receiver.respond({ status: 204 });
  await resumeEndpoint(db, await owner(), off.id, outbox.clock());
  expect(await switchOff()).toBe(0);
  expect(await endpoint()).toMatchObject({ state: 'no_attempts', switchedOff: false });
  await outbox.dispatch();
  for (const one of [waiting, later]) {
    expect((await outbox.delivery(one)).status).toBe('delivered');
  }
  expect((await endpoint()).state).toBe('working');
});

test('an endpoint that accepts some events, or that a member has paused, is not switched off', async () => {
  const { db } = outbox.base;
  receiver.respond(({ path }) => ({ status: path === '/some' ? 204 : 500 }));
  await outbox.announceNew(receiver.url('/paused'));
  await outbox.dispatch();
  await pauseEndpoint(db, await owner(), (await endpoint()).id, outbox.clock());
  await outbox.announceNew(receiver.url('/some'));
  await passDays(11);
  expect(await switchOff()).toBe(0);
});

test('a failing endpoint is listed with its last response and the number of paid orders whose events it missed', async () => {
  const { db } = outbox.base;
  receiver.respond({ status: 401 });
  const since = outbox.clock();
  const paid = await outbox.announceNew(receiver.url());
  await outbox.announceNew(receiver.url());
  await db.update(payment).set({ status: 'confirmed' }).where(eq(payment.id, paid.id));
  await outbox.dispatch();
  expect(await failingEndpoints(db, await owner(), outbox.clock())).toMatchObject([
    {
      url: receiver.url(),
      failingSince: since,
      sameInARow: 2,
      lastStatus: 401,
      switchedOffAt: null,
      paidOrdersWaiting: 1,
    },
  ]);
  expect(await countFailingEndpoints(db, await owner())).toBe(1);
  const stranger = await createTestActor(db, (await createTestKey(db)).merchantId, 'owner');
  expect(await failingEndpoints(db, stranger, outbox.clock())).toEqual([]);
  expect(await countFailingEndpoints(db, stranger)).toBe(0);
  const health = await readHealth(db, [], outbox.clock());
  expect(await createMetrics(tmpdir()).text(health)).toContain('blocktally_failing_endpoints 1\n');
});
