import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { auditEntry } from '@/db/schema/people';
import { webhookEvent } from '@/db/schema/webhooks';
import { toSats } from '@/lib/domain/sats';
import { acceptPayment } from '@/lib/payments/accept-payment';
import { reopenPayment } from '@/lib/payments/handle-payment';
import { PAYMENT_CHANGED_CHANNEL } from '@/lib/payments/payment-changes';
import { paymentDetail } from '@/lib/payments/views/payment-detail';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { openSandboxShop } from '@/test/support/sandbox-shop';
import { until } from '@/test/support/wait';

const shop = await openForTestFile(openSandboxShop());
const { base, member, viewer, now, create, pay, mine, reorg, expire, takeBack, openReasons } = shop;

async function accept(id: string, actor = member, note: string | null = null) {
  const { row } = await paymentDetail(base.db, member, id);
  const request = { paymentId: id, received: row.receivedSats, note };
  await acceptPayment(base.db, actor, request, now());
}

const isAccepted = async (id: string) =>
  (await paymentDetail(base.db, viewer, id)).row.acceptedAt !== null;

async function paidLate() {
  const id = await create();
  await expire();
  await pay(id);
  return id;
}

async function endedShort() {
  const id = await create();
  await pay(id, toSats(20_000));
  await mine(id);
  await expire();
  return id;
}

async function overpaid() {
  const id = await create();
  await pay(id, toSats(60_000));
  await mine(id);
  return id;
}

describe('an acceptance', () => {
  it.each([
    [
      'late',
      async () => {
        const id = await paidLate();
        await mine(id);
        return id;
      },
    ],
    ['short', endedShort],
    ['over', overpaid],
  ])(
    'after a member accepts money that is %s, the payment needs no decision, and its status and events are unchanged',
    async (_what, make) => {
      const id = await make();
      const { row: before } = await paymentDetail(base.db, viewer, id);
      const events = await base.db.$count(webhookEvent, eq(webhookEvent.paymentId, id));
      await accept(id, member, 'Agreed by phone');
      expect(await openReasons(id)).toEqual([]);
      const { row, work, note } = await paymentDetail(base.db, viewer, id);
      expect(row).toEqual({ ...before, handled: row.handled, acceptedAt: row.acceptedAt });
      expect(work).toMatchObject([{ handled: { by: expect.stringContaining('@') } }]);
      expect(note).toBe('Agreed by phone');
      expect(await base.db.$count(webhookEvent, eq(webhookEvent.paymentId, id))).toBe(events);
    },
  );

  it('a displayed payment page is notified when money is accepted and when the acceptance is withdrawn', async () => {
    const id = await endedShort();
    const { checkoutId } = (await paymentDetail(base.db, viewer, id)).row;
    const heard: string[] = [];
    const listening = await base.database.listen(PAYMENT_CHANGED_CHANNEL, (payload) => {
      if (payload) heard.push(payload);
    });
    await accept(id);
    await until('accepting is announced', () => heard.length === 1);
    await reopenPayment(base.db, member, { paymentId: id }, now());
    await until('taking it back is announced', () => heard.length === 2);
    expect(heard).toEqual([checkoutId, checkoutId]);
    listening.unlisten();
  });

  it('an acceptance is recorded in the audit log once, even if it is requested several times', async () => {
    const id = await endedShort();
    await accept(id);
    const first = (await paymentDetail(base.db, viewer, id)).row.acceptedAt;
    await accept(id);
    expect((await paymentDetail(base.db, viewer, id)).row.acceptedAt).toEqual(first);
    const ofAccept = and(eq(auditEntry.subject, id), eq(auditEntry.action, 'payment.accept'));
    expect(await base.db.$count(auditEntry, ofAccept)).toBe(1);
  });

  it('money cannot be accepted before it is confirmed', async () => {
    const late = await paidLate();
    await expect(accept(late)).rejects.toMatchObject({ code: 'payment_not_acceptable' });
    const short = await create();
    await pay(short, toSats(20_000));
    await expire();
    expect(await openReasons(short)).toEqual(['underpaid']);
    await expect(accept(short)).rejects.toMatchObject({ code: 'payment_not_acceptable' });
    await mine(short);
    await accept(short);
    expect(await isAccepted(short)).toBe(true);
  });

  it('an acceptance is refused for an unpaid payment and for a payment that was paid in full and in time', async () => {
    const paid = await create();
    await pay(paid);
    await mine(paid);
    const unpaid = await create();
    for (const id of [paid, unpaid]) {
      await expect(accept(id)).rejects.toMatchObject({ code: 'payment_not_acceptable' });
    }
  });

  it('an acceptance is refused for viewers, and when the received amount has changed since the page was loaded', async () => {
    const id = await overpaid();
    await expect(accept(id, viewer)).rejects.toMatchObject({ code: 'forbidden' });
    const request = { paymentId: id, received: toSats(50_000), note: null };
    const changed = acceptPayment(base.db, member, request, now());
    await expect(changed).rejects.toMatchObject({ code: 'payment_changed' });
    expect(await isAccepted(id)).toBe(false);
  });
});

describe('an acceptance ends', () => {
  it('an acceptance ends when a member withdraws the acceptance', async () => {
    const id = await endedShort();
    await accept(id);
    await reopenPayment(base.db, member, { paymentId: id }, now());
    expect([await isAccepted(id), await openReasons(id)]).toEqual([false, ['underpaid']]);
  });

  it('an acceptance ends when more money arrives', async () => {
    const id = await endedShort();
    await accept(id);
    await pay(id, toSats(1_000));
    expect([await isAccepted(id), await openReasons(id)]).toEqual([false, ['underpaid']]);
  });

  it('an acceptance ends when a reorg reverts the confirmation, which makes a decision necessary again', async () => {
    const id = await overpaid();
    await accept(id);
    await reorg(id);
    expect([await isAccepted(id), await openReasons(id)]).toEqual([false, ['reverted']]);
    await mine(id);
    expect([await isAccepted(id), await openReasons(id)]).toEqual([false, ['overpaid']]);
  });

  it('an acceptance ends when the accepted money vanishes from the chain', async () => {
    const id = await overpaid();
    await accept(id);
    await reorg(id);
    await takeBack(id);
    expect([await isAccepted(id), await openReasons(id)]).toEqual([false, ['reverted']]);
  });
});
