import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { OPERATOR } from '@/lib/domain/actor';
import { revokeKey } from '@/lib/keys/revoke-key';
import { deactivateLink } from '@/lib/links/deactivate-link';
import { forFile } from '@/test/support/for-file';
import { openLinkMerchant } from '@/test/support/link-merchant';
import { untilLocked } from '@/test/support/lock-waits';

const shop = await forFile(openLinkMerchant());

const waiting = (count: number) => untilLocked(`${count} statements wait`, shop.base.db, count);

/** Ends a link while a click of it is being made. */
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

it('waits for a payment that is being made, and its answer counts it', async () => {
  const { id } = await shop.link();
  const end = () => deactivateLink(shop.base.db, shop.key.actor, id, shop.now());
  const { click, ended } = await endDuringClick(id, end);
  expect((await click).paymentLinkId).toBe(id);
  expect(await ended).toMatchObject({ status: 'inactive', payments: 1 });
  await expect(shop.click(id)).rejects.toMatchObject({ code: 'payment_link_closed' });
});

it('a key that is revoked waits for the payment that its link is making, and it is the last', async () => {
  const { id } = await shop.link();
  const end = () => revokeKey(shop.base.db, OPERATOR, shop.key.id, shop.now());
  const { click, ended } = await endDuringClick(id, end);
  expect((await click).paymentLinkId).toBe(id);
  await ended;
  await expect(shop.click(id)).rejects.toMatchObject({ code: 'payment_link_closed' });
});
