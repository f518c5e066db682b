import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { payment } from '@/db/schema/payments';
import { delivery, deliveryAttempt } from '@/db/schema/webhooks';
import { DELIVERY_LEASE_MS } from '@/lib/webhooks/delivery/release';
import { openLiveMerchant, receivedEventIds } from '@/test/support/live-merchant';
import { waitForLockWaiters } from '@/test/support/lock-waits';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { until } from '@/test/support/wait';

const merchant = await openForTestFile(openLiveMerchant());
beforeEach(() => merchant.receiver.respond({ status: 204 }));

/** Runs `during` while the server waits for a lock that it needs. */
async function whileHeld(lock: ReturnType<typeof sql>, during: () => Promise<void>): Promise<void> {
  await merchant.db.transaction(async (tx) => {
    await tx.execute(lock);
    await during();
  });
}

const isLockAwaited = () => waitForLockWaiters('the server waits for the lock', merchant.db);

/** Kills the server at the lock, and its sessions, which would otherwise run the statement. */
async function killAtLock(): Promise<void> {
  await isLockAwaited();
  await merchant.app.kill('SIGKILL');
  await merchant.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
}

const endLeases = () =>
  merchant.db
    .update(delivery)
    .set({ attemptStartedAt: new Date(Date.now() - DELIVERY_LEASE_MS) })
    .where(eq(delivery.status, 'delivering'));

const delivered = (id: string, count: number) =>
  until(`${count} events of ${id} are delivered`, async () => {
    const events = await merchant.events(id);
    return events.filter((event) => event.delivery === 'delivered').length === count && events;
  });

describe('kill -9 of the server', () => {
  it('an event that was not sent before a kill -9 is sent once after the restart', async () => {
    const earlier = await merchant.create({ required_confirmations: 6 });
    await merchant.node.sendTo(earlier.address, 100_000);
    await delivered(earlier.id, 1);
    const { id, address } = await merchant.create({ required_confirmations: 1 });
    // A claim reads the signing secrets, so it waits for this lock.
    await whileHeld(sql`lock table signing_secret in access exclusive mode`, async () => {
      await merchant.node.sendTo(address, 100_000);
      await until('the event is committed', async () => (await merchant.events(id)).length === 1);
      await killAtLock();
    });
    const [before] = await merchant.events(id);
    expect(before).toMatchObject({ delivery: 'pending' });
    expect(receivedEventIds(merchant.receiver)).not.toContain(before?.id);

    await merchant.app.start();
    const [after] = await delivered(id, 1);
    expect(after?.id).toBe(before?.id);
    expect(
      receivedEventIds(merchant.receiver).filter((event) => event === before?.id),
    ).toHaveLength(1);
  });

  it('a kill -9 during an attempt leaves the attempt without an outcome, and the delivery continues', async () => {
    merchant.receiver.respond('hang');
    const seen = merchant.receiver.requests.length;
    const { id, address } = await merchant.create({ required_confirmations: 6 });
    await merchant.node.sendTo(address, 100_000);
    await merchant.receiver.received(seen + 1);
    await merchant.app.kill('SIGKILL');
    merchant.receiver.respond({ status: 204 });
    const [row] = await merchant.db.select().from(delivery).where(eq(delivery.paymentId, id));
    expect(row).toMatchObject({ status: 'delivering', attempt: 1 });

    await endLeases();
    await merchant.app.start();
    const [event] = await delivered(id, 1);
    const tries = await merchant.db
      .select({ number: deliveryAttempt.number, finishedAt: deliveryAttempt.finishedAt })
      .from(deliveryAttempt)
      .where(eq(deliveryAttempt.deliveryId, row?.id ?? ''))
      .orderBy(deliveryAttempt.number);
    expect(tries).toEqual([
      { number: 1, finishedAt: null },
      { number: 2, finishedAt: expect.any(Date) },
    ]);
    const sent = merchant.receiver.requests
      .slice(seen)
      .filter(({ body }) => body.toString().includes(id));
    expect(sent.map(({ headers }) => headers['x-service-event-id'])).toEqual([
      event?.id,
      event?.id,
    ]);
    expect(sent[0]?.body.equals(sent[1]?.body ?? Buffer.alloc(0))).toBe(true);
  });

  it('a kill -9 during a block with many payments leaves the block stored completely or not at all', async () => {
    const payments = await Promise.all(
      Array.from({ length: 200 }, () => merchant.create({ required_confirmations: 1 })),
    );
    const last =
      payments
        .map(({ id }) => id)
        .sort()
        .at(-1) ?? '';
    await whileHeld(sql`select 1 from ${payment} where id = ${last} for update`, async () => {
      await merchant.node.sendMany(
        Object.fromEntries(payments.map(({ address }) => [address, 100_000])),
      );
      await merchant.node.mine(1);
      await killAtLock();
    });
    const statuses = await merchant.db
      .selectDistinct({ status: payment.status })
      .from(payment)
      .where(sql`${payment.id} = any(${sql.param(payments.map(({ id }) => id))}::text[])`);
    expect(statuses).toEqual([{ status: 'pending' }]);

    await merchant.app.start();
    for (const { id } of payments) {
      await merchant.reaches(id, 'confirmed');
      expect((await merchant.events(id)).map(({ type }) => type)).toEqual(['payment.confirmed']);
    }
    await until('every event is delivered', async () => {
      const [row] = await merchant.db.execute<{ waiting: string }>(
        sql`select count(*) as waiting from ${delivery} where status <> 'delivered'`,
      );
      return row?.waiting === '0';
    });
  });
});

describe('SIGTERM', () => {
  it('SIGTERM lets an attempt in progress complete before the server exits', async () => {
    let answer: (() => void) | undefined;
    merchant.receiver.respond(async () => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return { status: 204 };
    });
    const { id, address } = await merchant.create({ required_confirmations: 6 });
    await merchant.node.sendTo(address, 100_000);
    await until('the webhook is being sent', () => answer !== undefined);
    const ended = merchant.app.kill('SIGTERM');
    await until('the server is stopping', () => merchant.app.output().includes('"msg":"stopping"'));
    answer?.();
    await ended;
    expect(await merchant.events(id)).toMatchObject([{ delivery: 'delivered' }]);
    await merchant.app.start();
  });
});
