import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deactivateLink } from '@/lib/links/deactivate-link';
import { type LinkMerchant, openLinkMerchant } from '@/test/support/link-merchant';
import { untilLocked } from '@/test/support/lock-waits';

let shop: LinkMerchant;
beforeAll(async () => {
  shop = await openLinkMerchant();
});
afterAll(() => shop.close());

const waiting = (count: number) => untilLocked(`${count} statements wait`, shop.base.db, count);

it('waits for a payment that is being made, and its answer counts it', async () => {
  const { db } = shop.base;
  const { id } = await shop.link();
  const { click, ended } = await db.transaction(async (tx) => {
    await tx.execute(sql`lock table payment in share mode`);
    const click = shop.click(id);
    click.catch(() => {});
    await waiting(1);
    const ended = deactivateLink(db, shop.key.actor, id, shop.now());
    ended.catch(() => {});
    await waiting(2);
    return { click, ended };
  });
  expect((await click).paymentLinkId).toBe(id);
  expect(await ended).toMatchObject({ status: 'inactive', payments: 1 });
  await expect(shop.click(id)).rejects.toMatchObject({ code: 'payment_link_closed' });
});
