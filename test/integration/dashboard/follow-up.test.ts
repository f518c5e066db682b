import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { payment } from '@/db/schema/payments';
import type { Currency } from '@/lib/domain/currency';
import { toSats } from '@/lib/domain/sats';
import { acceptPayment } from '@/lib/payments/accept-payment';
import { cancelPayment } from '@/lib/payments/cancel-payment';
import { ensureFollowUp, ensureFollowUpForCustomer } from '@/lib/payments/ensure-follow-up';
import { paymentDetail } from '@/lib/payments/views/payment-detail';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { openSandboxShop, SHOP_TERMS } from '@/test/support/sandbox-shop';

const shop = await openForTestFile(openSandboxShop());
const { base, key, deps, member, viewer, now, create, pay, mine, reorg, expire, openReasons } =
  shop;

const ask = async (id: string, actor = member) =>
  (await ensureFollowUp(deps, actor, id, now())).row;
const customerDeps = { ...deps, countPayment: async () => {} };
const byCustomer = (checkoutId: string, at: Date) =>
  ensureFollowUpForCustomer(customerDeps, checkoutId, at);
const rowOf = async (id: string) => (await paymentDetail(base.db, viewer, id)).row;

async function endedShort(terms: Parameters<typeof create>[0] = SHOP_TERMS) {
  const id = await create(terms);
  await pay(id, toSats(20_000));
  await mine(id);
  await expire();
  return id;
}

async function payInFull(id: string) {
  await pay(id, (await rowOf(id)).amountSats);
  await mine(id);
}

describe('a follow-up payment', () => {
  it('a follow-up payment is for the missing amount and has the first payment’s API key, reference and data', async () => {
    const extra = {
      metadata: { order: '4754' },
      description: 'Tea',
      locale: 'de',
      returnUrl: 'https://shop.example/thanks',
      returnAutomatically: true,
      payerNote: null,
      noFollowUps: false,
    } as const;
    const webhookUrl = 'http://127.0.0.1:9/hook';
    const id = await endedShort({ ...SHOP_TERMS, reference: 'Order 4754', webhookUrl, extra });
    const found = await ensureFollowUp(deps, member, id, now());
    expect(found.row).toMatchObject({
      followsPaymentId: id,
      apiKeyId: key.id,
      amountSats: 30_000,
      reference: 'Order 4754',
      webhookUrl,
      status: 'pending',
    });
    expect(found.row.address).not.toBe((await rowOf(id)).address);
    expect(found.extra).toMatchObject(extra);
  });

  it('if the first payment had a price, the follow-up is for the missing part at the current exchange rate', async () => {
    const asked = { amount: '50.00', currency: 'EUR' as Currency };
    const { amount: _, ...terms } = SHOP_TERMS;
    const id = await create({ ...terms, asked });
    const { amountSats } = await rowOf(id);
    await pay(id, toSats(amountSats - Math.floor(amountSats / 3)));
    await mine(id);
    await expire();
    const { price } = await ask(id);
    expect(price).toMatchObject({ amount: '16.67', currency: 'EUR' });
  });

  it('if nothing arrived for the first payment, the follow-up is for the whole amount', async () => {
    const expired = await create();
    await expire();
    expect((await ask(expired)).amountSats).toBe(50_000);
    const canceled = await create();
    await cancelPayment(base.db, member, canceled, now());
    expect((await ask(canceled)).amountSats).toBe(50_000);
  });

  it('concurrent requests for a follow-up payment create only one', async () => {
    const id = await endedShort();
    const asked = await Promise.all([ask(id), ask(id), ask(id)]);
    expect(new Set(asked.map((row) => row.id)).size).toBe(1);
    expect(await base.db.$count(payment, eq(payment.followsPaymentId, id))).toBe(1);
    // An open follow-up gets no follow-up.
    const [first] = asked;
    await expect(ask(first?.id ?? '')).rejects.toMatchObject({ code: 'payment_not_due' });
  });

  it('an expired follow-up is replaced if it is unpaid, and gets its own follow-up if partly paid', async () => {
    const id = await endedShort();
    const unpaid = await ask(id);
    await cancelPayment(base.db, member, unpaid.id, now());
    const second = await ask(unpaid.id);
    expect(second).toMatchObject({ followsPaymentId: id, amountSats: 30_000 });
    await pay(second.id, toSats(10_000));
    await mine(second.id);
    await base.db.update(payment).set({ expiresAt: now() }).where(eq(payment.id, second.id));
    await expire();
    const third = await ask(id);
    expect(third).toMatchObject({ followsPaymentId: second.id, amountSats: 20_000 });
    await payInFull(third.id);
    expect([await openReasons(id), await openReasons(second.id)]).toEqual([[], []]);
    expect((await rowOf(id)).acceptedAt).not.toBeNull();
  });

  it('nobody can create a follow-up of a payable or paid payment, and viewers can never create one', async () => {
    const id = await create();
    await expect(ask(id)).rejects.toMatchObject({ code: 'payment_not_due' });
    await expire();
    await expect(ask(id, viewer)).rejects.toMatchObject({ code: 'forbidden' });
    await payInFull(id);
    await expect(ask(id)).rejects.toMatchObject({ code: 'payment_not_due' });
  });
});

describe('a confirmed follow-up', () => {
  it('when a follow-up is confirmed, the first payment’s partial amount no longer needs a decision', async () => {
    const id = await endedShort();
    const { id: next } = await ask(id);
    expect(await openReasons(id)).toEqual(['underpaid']);
    await payInFull(next);
    const { row, work, followUp: newest } = await paymentDetail(base.db, viewer, id);
    expect([row.status, row.acceptedAt, newest?.id]).toEqual(['expired', expect.any(Date), next]);
    expect(work).toMatchObject([{ reason: 'underpaid', handled: { by: null } }]);
  });

  it('when a reorg reverts a confirmed follow-up, the first payment’s partial amount needs a decision again', async () => {
    const id = await endedShort();
    const { id: next } = await ask(id);
    await payInFull(next);
    await reorg(next);
    expect([await openReasons(id), (await rowOf(id)).acceptedAt]).toEqual([['underpaid'], null]);
    await mine(next);
    expect(await openReasons(id)).toEqual([]);
  });

  it('after a member accepts a partial amount, neither a follow-up’s confirmation nor its reorg changes the acceptance', async () => {
    const id = await endedShort();
    const { id: next } = await ask(id);
    const request = { paymentId: id, received: toSats(20_000), note: null };
    await acceptPayment(base.db, member, request, now());
    const { acceptedAt } = await rowOf(id);
    await payInFull(next);
    await reorg(next);
    expect((await rowOf(id)).acceptedAt).toEqual(acceptedAt);
  });
});

describe('a customer', () => {
  it('a customer can create a follow-up of an expired payment, with the same time to pay', async () => {
    const id = await create();
    await expire();
    const { checkoutId } = await rowOf(id);
    const { row } = await byCustomer(checkoutId, now());
    expect(row.expiresAt.getTime() - row.createdAt.getTime()).toBe(3_600_000);
    expect((await byCustomer(checkoutId, now())).row.id).toBe(row.id);
  });

  it('a customer can create only a few follow-ups, and no follow-up of a canceled payment', async () => {
    const id = await create();
    await expire();
    const { checkoutId } = await rowOf(id);
    for (let n = 0; n < 5; n += 1) {
      await byCustomer(checkoutId, now());
      await expire();
    }
    const more = byCustomer(checkoutId, now());
    await expect(more).rejects.toMatchObject({ code: 'rate_limited' });
    // The limit also applies to requests from the page of a follow-up.
    const last = (await paymentDetail(base.db, viewer, id)).followUp?.checkoutId ?? '';
    const again = byCustomer(last, now());
    await expect(again).rejects.toMatchObject({ code: 'rate_limited' });
    const canceled = await create();
    await cancelPayment(base.db, member, canceled, now());
    const page = (await rowOf(canceled)).checkoutId;
    const refused = byCustomer(page, now());
    await expect(refused).rejects.toMatchObject({ code: 'payment_not_due' });
  });
});
