import { describe, expect, it } from 'vitest';
import type { Currency } from '@/lib/domain/currency';
import { cancelPayment } from '@/lib/payments/cancel-payment';
import { openLinkMerchant } from '@/test/support/link-merchant';
import { openForTestFile } from '@/test/support/open-for-test-file';

const HOUR_MS = 3_600_000;

const shop = await openForTestFile(openLinkMerchant());

describe('a link for one payment', () => {
  it('a form that is submitted several times creates only one payment', async () => {
    const { id } = await shop.link({ maxPayments: 1 });
    const token = 'a'.repeat(22);
    const made = await Promise.all(Array.from({ length: 5 }, () => shop.click(id, { token })));
    expect(new Set(made.map((one) => one.id)).size).toBe(1);
  });

  it('after a form’s payment has expired, repeated submissions of the form create only one more payment', async () => {
    const { id } = await shop.link({ maxPayments: 1 });
    const token = 'c'.repeat(22);
    const first = await shop.click(id, { token });
    shop.passTime(HOUR_MS + 1_000);
    await shop.sync();
    const second = await shop.click(id, { token });
    expect(second.id).not.toBe(first.id);
    shop.passTime(60_000);
    expect((await shop.click(id, { token })).id).toBe(second.id);
  });

  it('after a form’s payment was canceled, repeated submissions of the form create only one more payment', async () => {
    const { id } = await shop.link({ maxPayments: 1 });
    const token = 'e'.repeat(22);
    const first = await shop.click(id, { token });
    await cancelPayment(shop.base.db, shop.key.actor, first.id, shop.now());
    const second = await shop.click(id, { token });
    expect(second.id).not.toBe(first.id);
    expect((await shop.click(id, { token })).id).toBe(second.id);
  });
});

describe('a returning browser', () => {
  it('a returning browser whose request is unchanged gets the same payment again while it can be paid', async () => {
    const { id } = await shop.link();
    const first = await shop.click(id);
    const again = await shop.click(id, { ownCheckoutId: first.checkoutId });
    expect([again.id, await shop.paymentsOf(id)]).toEqual([first.id, 1]);
  });

  it('a returning browser gets a new payment for another amount or another link', async () => {
    const free = {
      kind: 'free',
      currency: 'EUR' as Currency,
      minimum: null,
      maximum: null,
      suggested: null,
    } as const;
    const [one, other] = [await shop.link({ amount: free }), await shop.link({ amount: free })];
    const first = await shop.click(one.id, { amount: '5' });
    const own = { ownCheckoutId: first.checkoutId };
    expect((await shop.click(one.id, { ...own, amount: '5,00' })).id).toBe(first.id);
    expect((await shop.click(one.id, { ...own, amount: '6' })).id).not.toBe(first.id);
    expect((await shop.click(other.id, { ...own, amount: '5' })).id).not.toBe(first.id);
  });

  it('a returning browser gets a new payment after its payment has expired', async () => {
    const { id } = await shop.link();
    const token = 'b'.repeat(22);
    const first = await shop.click(id, { token });
    shop.passTime(HOUR_MS + 1_000);
    const again = await shop.click(id, { token, ownCheckoutId: first.checkoutId });
    expect(again.id).not.toBe(first.id);
  });
});
