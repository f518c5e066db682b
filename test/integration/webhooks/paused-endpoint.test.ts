import { and, eq, sum } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { webhookEndpoint } from '@/db/schema/endpoints';
import { auditEntry } from '@/db/schema/people';
import { delivery } from '@/db/schema/webhooks';
import { OPERATOR } from '@/lib/domain/actor';
import { nextDeliveryListAt } from '@/lib/webhooks/delivery/due';
import { DELIVERY_LEASE_MS, releaseExpired } from '@/lib/webhooks/delivery/release';
import { resendDelivery } from '@/lib/webhooks/delivery/resend-delivery';
import { pauseEndpoint } from '@/lib/webhooks/endpoints/pause-endpoint';
import { resumeEndpoint } from '@/lib/webhooks/endpoints/resume-endpoint';
import { createTestActor } from '@/test/support/actor';
import { claimDueDeliveries } from '@/test/support/claim-due-deliveries';
import { createTestKey } from '@/test/support/factories';
import { waitForLockWaiters } from '@/test/support/lock-waits';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { openOutbox } from '@/test/support/outbox';
import { startReceiver } from '@/test/support/receiver';
import { until } from '@/test/support/wait';

const DAY_MS = 86_400_000;

const outbox = await openForTestFile(openOutbox());
const receiver = await openForTestFile(startReceiver());
const member = await createTestActor(outbox.base.db, outbox.key.merchantId, 'member');
beforeEach(() => receiver.respond({ status: 204 }));

async function idOf(url: string): Promise<string> {
  const { db } = outbox.base;
  const [row] = await db.select().from(webhookEndpoint).where(eq(webhookEndpoint.url, url));
  if (!row) throw new Error('this URL has no endpoint');
  return row.id;
}
const pause = async (url: string) =>
  pauseEndpoint(outbox.base.db, member, await idOf(url), outbox.clock());
const resume = async (url: string) =>
  resumeEndpoint(outbox.base.db, member, await idOf(url), outbox.clock());
const receivedAt = (path: string) =>
  receiver.requests.filter((request) => request.path === path).length;

describe('a paused endpoint', () => {
  it('a paused endpoint gets nothing until it is resumed, while its host’s other URLs get events', async () => {
    const [held, open] = [receiver.url('/held'), receiver.url('/open')];
    const before = await outbox.announceNew(held);
    await outbox.announceNew(open);
    await pause(held);
    const after = await outbox.announceNew(held);
    expect(await outbox.dispatch()).toBe(1);
    expect([receivedAt('/held'), receivedAt('/open')]).toEqual([0, 1]);
    for (const one of [before, after]) {
      const waiting = await outbox.delivery(one);
      expect(waiting).toMatchObject({ status: 'pending', held: true, nextAttemptAt: null });
    }
    expect(await nextDeliveryListAt(outbox.base.db, outbox.clock())).toBeNull();
    expect(await resume(held)).toBe(2);
    expect(await outbox.dispatch()).toBe(2);
    expect(receivedAt('/held')).toBe(2);
    expect(await outbox.delivery(after)).toMatchObject({ status: 'delivered', held: false });
  });

  it('while an endpoint is paused, its deliveries use up no retries, however long the pause is', async () => {
    const url = receiver.url('/long');
    receiver.respond({ status: 500 });
    const payment = await outbox.announceNew(url);
    await outbox.dispatch();
    await pause(url);
    outbox.passTime(30 * DAY_MS);
    expect(await outbox.dispatch()).toBe(0);
    await resume(url);
    await outbox.dispatch();
    const again = await outbox.delivery(payment);
    expect(again).toMatchObject({ status: 'pending', attempt: 2 });
    expect(again.nextAttemptAt).toEqual(new Date(outbox.clock().getTime() + 5_000));
  });

  it('while an endpoint is paused, it gets no retries, no resends and no deliveries of killed senders', async () => {
    const url = receiver.url('/flying');
    let answer = () => {};
    const paused = new Promise<void>((resolve) => {
      answer = resolve;
    });
    receiver.respond(() => paused.then(() => ({ status: 500 })));
    const failing = await outbox.announceNew(url);
    const { id } = await outbox.delivery(failing);
    const run = outbox.dispatch();
    await until('the attempt is under way', () => receivedAt('/flying') === 1);
    await pause(url);
    answer();
    await run;
    expect(await outbox.delivery(failing)).toMatchObject({ status: 'pending', held: true });
    expect(await resendDelivery(outbox.base.db, OPERATOR, id, outbox.clock())).toBe('resent');
    expect(await outbox.delivery(failing)).toMatchObject({ status: 'pending', held: true });
    expect(await outbox.dispatch()).toBe(0);
    await resume(url);
    await outbox.base.db
      .update(delivery)
      .set({ status: 'delivering', nextAttemptAt: null, attemptStartedAt: new Date(0) })
      .where(eq(delivery.id, id));
    await pause(url);
    expect(await outbox.dispatch()).toBe(0);
    expect(await outbox.delivery(failing)).toMatchObject({ status: 'pending', held: true });
  });
});

describe('with events and attempts continuing in several processes', () => {
  it('no attempt starts after a pause was confirmed, and no event is lost', async () => {
    const { db } = outbox.base;
    const url = receiver.url('/busy');
    await outbox.announceNew(url);
    await outbox.dispatch();
    let isOver = false;
    const announce = async () => {
      let made = 0;
      for (; !isOver; made += 1) await outbox.announceNew(url);
      return made;
    };
    const send = async () => {
      while (!isOver) await outbox.dispatch();
    };
    const made = Promise.all([announce(), announce()]);
    const sent = Promise.all([send(), send()]);
    const begun = async () => {
      const [row] = await db
        .select({ attempts: sum(delivery.attempt) })
        .from(delivery)
        .where(eq(delivery.url, url));
      return Number(row?.attempts ?? 0);
    };
    const waiting = () => db.$count(delivery, and(eq(delivery.url, url), eq(delivery.held, true)));
    for (let round = 0; round < 8; round += 1) {
      await pause(url);
      const before = await begun();
      await until('further events wait', async () => (await waiting()) > 2);
      expect(await begun()).toBe(before);
      await resume(url);
      await until('they are sent', async () => (await begun()) > before + 2);
    }
    isOver = true;
    const events = (await made).reduce((sum, one) => sum + one, 1);
    await sent;
    await outbox.dispatch();
    const bodies = receiver.requests.filter(({ path }) => path === '/busy');
    const ids = new Set(bodies.map(({ headers }) => headers['x-service-event-id']));
    expect([ids.size, bodies.length]).toEqual([events, events]);
  });
});

describe.each([0, 1])('the deliveries of two killed senders (%i)', (at) => {
  it('if the leases of two killed senders expire while the endpoint is being resumed, both deliveries are sent', async () => {
    const { db } = outbox.base;
    const url = receiver.url(`/resumed-${at}`);
    const payments = [await outbox.announceNew(url), await outbox.announceNew(url)];
    const ids: string[] = [];
    for (const one of payments) ids.push((await outbox.delivery(one)).id);
    const claims = await claimDueDeliveries(db, outbox.clock, { limit: 2, perHost: 2 });
    expect(claims).toHaveLength(2);
    await pause(url);
    outbox.passTime(DELIVERY_LEASE_MS);
    const resumed = await db.transaction(async (tx) => {
      await tx
        .select()
        .from(delivery)
        .where(eq(delivery.id, ids[at] ?? ''))
        .for('update');
      const resuming = resume(url);
      await waitForLockWaiters('the resume waits', db);
      await releaseExpired(db, outbox.clock());
      return { resuming };
    });
    await resumed.resuming;
    await outbox.dispatch();
    for (const one of payments) {
      expect(await outbox.delivery(one)).toMatchObject({
        status: 'delivered',
        attempt: 2,
        held: false,
      });
    }
  });
});

it('viewers and other merchants cannot pause or resume an endpoint, and a pause shows which member made it', async () => {
  const { db } = outbox.base;
  const url = receiver.url('/roles');
  await outbox.announceNew(url);
  const id = await idOf(url);
  const viewer = { ...member, role: 'viewer' as const };
  const stranger = await createTestActor(db, (await createTestKey(db)).merchantId, 'owner');
  for (const [actor, code] of [
    [viewer, 'forbidden'],
    [stranger, 'not_found'],
  ] as const) {
    await expect(pauseEndpoint(db, actor, id, outbox.clock())).rejects.toMatchObject({ code });
    await expect(resumeEndpoint(db, actor, id, outbox.clock())).rejects.toMatchObject({ code });
  }
  await pause(url);
  await pause(url);
  const [row] = await db.select().from(webhookEndpoint).where(eq(webhookEndpoint.id, id));
  expect(row).toMatchObject({ pausedAt: outbox.clock(), pausedBy: member.userId });
  await resume(url);
  await resume(url);
  const entries = await db.select().from(auditEntry).where(eq(auditEntry.subject, id));
  expect(entries.map(({ action }) => action).sort()).toEqual(['endpoint.pause', 'endpoint.resume']);
});
