import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deactivateLink } from '@/lib/links/deactivate-link';
import { type LinkMerchant, openLinkMerchant } from '@/test/support/link-merchant';
import { until } from '@/test/support/wait';

let shop: LinkMerchant;
beforeAll(async () => {
  shop = await openLinkMerchant();
});
afterAll(() => shop.close());

/** Waits until this many statements of the test's database wait for a lock. */
const waiting = (count: number) =>
  until(`${count} statements wait`, async () => {
    const [row] = await shop.base.db.execute<{ waiting: number }>(sql`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
    return row?.waiting === count;
  });

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
