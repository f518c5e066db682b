import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { auditEntry } from '@/db/schema/people';
import type { Member } from '@/lib/domain/actor';
import { toSats } from '@/lib/domain/sats';
import type { InboxReason } from '@/lib/domain/worklist';
import {
  type HandlePaymentRequest,
  handlePayment,
  reopenPayment,
} from '@/lib/payments/handle-payment';
import { paymentDetail } from '@/lib/payments/views/payment-detail';
import { searchPayments } from '@/lib/payments/views/search-payments';
import { createTestActor } from '@/test/support/actor';
import { createTestKey } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { openSandboxShop } from '@/test/support/sandbox-shop';

const shop = await openForTestFile(openSandboxShop());
const { base, key, member, viewer, now, create, pay, mine, reorg, expire, takeBack, openReasons } =
  shop;
const stranger = await createTestActor(base.db, (await createTestKey(base.db)).merchantId, 'owner');

type How = Partial<Omit<HandlePaymentRequest, 'paymentId'> & { actor: Member }>;

/** Marks a payment as done. By default, the actor is a member who has seen the received amount. */
async function handle(id: string, { actor = member, ...how }: How = {}): Promise<number> {
  const { row } = await paymentDetail(base.db, member, id);
  const handling = { paymentId: id, received: row.receivedSats, ...how };
  return handlePayment(base.db, actor, handling, now());
}

async function listed(workState: 'open' | 'handled', reason?: InboxReason, actor = viewer) {
  const filter = { workState, workReasons: reason && [reason] };
  const page = { limit: 1_000, offset: 0 };
  const { payments, total } = await searchPayments(base.db, actor, filter, page);
  expect(payments.length).toBe(total);
  return payments.map(({ row }) => row.id);
}

describe('a payment', () => {
  it('a payment with confirmed late money needs a decision until the decision is marked as done', async () => {
    const id = await create();
    await expire();
    expect(await openReasons(id)).toEqual([]);
    await pay(id);
    expect(await openReasons(id)).toEqual([]);
    await mine(id);
    expect(await openReasons(id)).toEqual(['late']);
    expect(await listed('open', 'late')).toContain(id);
    expect(await handle(id, { note: 'Shipped' })).toBe(1);
    expect(await openReasons(id)).toEqual([]);
    expect(await listed('open')).not.toContain(id);
    expect(await listed('handled', 'late')).toContain(id);
  });

  it('an overpaid payment needs a decision, and needs another when more money arrives', async () => {
    const id = await create();
    await pay(id, toSats(60_000));
    expect(await openReasons(id)).toEqual([]);
    await mine(id);
    expect(await openReasons(id)).toEqual(['overpaid']);
    await handle(id);
    expect(await openReasons(id)).toEqual([]);
    await pay(id, toSats(1_000));
    expect(await openReasons(id)).toEqual(['overpaid']);
    const { row, outputs } = await paymentDetail(base.db, viewer, id);
    expect([row.status, outputs.outputs.at(-1)?.height]).toEqual(['confirmed', null]);
    expect(await listed('open', 'overpaid')).toContain(id);
    expect(await listed('handled', 'overpaid')).not.toContain(id);
  });

  it('a payment that ends underpaid needs a decision until the missing part arrives', async () => {
    const id = await create();
    await pay(id, toSats(20_000));
    expect(await openReasons(id)).toEqual([]);
    await expire();
    expect(await openReasons(id)).toEqual(['underpaid']);
    await pay(id, toSats(30_000));
    expect(await openReasons(id)).toEqual([]);
    await mine(id);
    expect(await openReasons(id)).toEqual(['late']);
    expect(await listed('open', 'underpaid')).not.toContain(id);
  });

  it('a payment whose detected outputs vanish needs a decision', async () => {
    const id = await create();
    await pay(id);
    await takeBack(id);
    expect(await openReasons(id)).toEqual(['reverted']);
    await pay(id);
    expect(await openReasons(id)).toEqual([]);
  });

  it('a payment needs a decision each time a reorg reverts its confirmation', async () => {
    const id = await create();
    await pay(id);
    await mine(id);
    await reorg(id);
    expect(await openReasons(id)).toEqual(['reverted']);
    await handle(id);
    expect(await openReasons(id)).toEqual([]);
    await mine(id);
    expect(await listed('handled', 'reverted')).not.toContain(id);
    await reorg(id);
    expect(await openReasons(id)).toEqual(['reverted']);
    await mine(id);
    expect(await openReasons(id)).toEqual([]);
  });
});

describe('marking as done', () => {
  const overpaid = async () => {
    const id = await create();
    await pay(id, toSats(60_000));
    await mine(id);
    return id;
  };

  it('marking as done affects only the given reasons, and repeating it changes nothing', async () => {
    const id = await overpaid();
    expect(await handle(id, { reasons: ['late', 'undelivered'] })).toBe(0);
    expect(await handle(id, { reasons: [] })).toBe(0);
    expect(await handle(id, { reasons: ['overpaid'] })).toBe(1);
    expect(await handle(id, { reasons: ['overpaid'] })).toBe(0);
  });

  it('marking as done is refused when the received amount has changed since the page was loaded', async () => {
    const id = await overpaid();
    await pay(id, toSats(5_000));
    const mark = () => handle(id, { received: toSats(60_000) });
    await expect(mark()).rejects.toMatchObject({
      code: 'payment_changed',
      message: expect.stringContaining('65000 sats'),
    });
    expect(await openReasons(id)).toEqual(['overpaid']);
    expect(await handle(id)).toBe(1);
    // The payment is already done, so the received amount is not checked.
    expect(await mark()).toBe(0);
  });

  it('the timeline and the audit log show that a payment was marked as done and reopened', async () => {
    const id = await overpaid();
    await handle(id, { note: 'Sent a voucher' });
    const before = await paymentDetail(base.db, viewer, id);
    expect(before).toMatchObject({
      note: 'Sent a voucher',
      work: [{ reason: 'overpaid', handled: { by: expect.stringContaining('@') } }],
    });
    const undo = () => reopenPayment(base.db, member, { paymentId: id }, now());
    expect([await undo(), await undo()]).toEqual([1, 0]);
    expect(await openReasons(id)).toEqual(['overpaid']);
    const reason = 'overpaid';
    const data = { reason, note: 'Sent a voucher' };
    const entries = await base.db.select().from(auditEntry).where(eq(auditEntry.subject, id));
    const worked = entries.filter(({ action }) => /handle$/.test(action));
    expect(worked).toMatchObject([
      { action: 'payment.handle', data, userId: member.userId },
      { action: 'payment.unhandle', data: { reason }, userId: member.userId },
    ]);
    const { timeline } = await paymentDetail(base.db, viewer, id);
    const actions = timeline.flatMap((entry) => (entry.kind === 'action' ? entry.action : []));
    expect(actions.slice(-2)).toEqual(['payment.handle', 'payment.unhandle']);
  });

  it('marking a payment as done changes neither the payment nor its ETag', async () => {
    const id = await overpaid();
    const { row: before } = await paymentDetail(base.db, viewer, id);
    await handle(id);
    const { row: after } = await paymentDetail(base.db, viewer, id);
    expect(after).toEqual({ ...before, handled: ['overpaid'] });
  });

  it('viewers and other merchants cannot mark a payment as done', async () => {
    const id = await overpaid();
    await expect(handle(id, { actor: viewer })).rejects.toMatchObject({ code: 'forbidden' });
    const missing = { code: 'payment_not_found' };
    await expect(handle(id, { actor: stranger })).rejects.toMatchObject(missing);
    const undo = (actor: Member) => reopenPayment(base.db, actor, { paymentId: id }, now());
    await expect(undo(viewer)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(undo(stranger)).rejects.toMatchObject(missing);
    await expect(handle(id, { note: `Key ${key.apiKey}` })).rejects.toMatchObject({
      code: 'invalid_request',
    });
    expect(await openReasons(id)).toEqual(['overpaid']);
    expect(await listed('open', undefined, stranger)).toEqual([]);
  });
});
