import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { OPERATOR } from '@/lib/domain/actor';
import { revokeKey } from '@/lib/keys/revoke-key';
import { deactivateLink } from '@/lib/links/deactivate-link';
import { openLinkMerchant } from '@/test/support/link-merchant';
import { waitForLockWaiters } from '@/test/support/lock-waits';
import { openForTestFile } from '@/test/support/open-for-test-file';

const shop = await openForTestFile(openLinkMerchant());

const waiting = (count: number) =>
  waitForLockWaiters(`${count} statements wait`, shop.base.db, count);

async function endDuringClick<T>(linkId: string, end: () => Promise<T>) {
  const { db } = shop.base;
  return db.transaction(async (tx) => {
    await tx.execute(sql`lock table payment in share mode`);
    const click = shop.click(linkId);
    click.catch(() => {});
    await waiting(1);
    const ended = end();
    ended.catch(() => {});
    await waiting(2);
    return { click, ended };
  });
}

it('a deactivation waits for a payment that is being created, and counts it in the response', async () => {
  const { id } = await shop.link();
  const end = () => deactivateLink(shop.base.db, shop.key.actor, id, shop.now());
  const { click, ended } = await endDuringClick(id, end);
  expect((await click).paymentLinkId).toBe(id);
  expect(await ended).toMatchObject({ status: 'inactive', payments: 1 });
  await expect(shop.click(id)).rejects.toMatchObject({ code: 'payment_link_closed' });
});

it('if a key is revoked while its link creates a payment, only that payment is still created', async () => {
  const { id } = await shop.link();
  const end = () => revokeKey(shop.base.db, OPERATOR, shop.key.id, shop.now());
  const { click, ended } = await endDuringClick(id, end);
  expect((await click).paymentLinkId).toBe(id);
  await ended;
  await expect(shop.click(id)).rejects.toMatchObject({ code: 'payment_link_closed' });
});
