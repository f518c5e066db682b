import { and, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { paymentLink } from '@/db/schema/links';
import type { Actor } from '@/lib/domain/actor';
import { Problem } from '@/lib/domain/problems';
import { isKeyVisibleTo } from '@/lib/keys/key-conditions';
import { type LinkView, linkView, selectLinks } from './link-view';

/**
 * Returns a payment link of this API key, or of the member's merchant.
 *
 * @throws Problem `payment_link_not_found`, also for a link that the actor may not see
 */
export async function getLink(db: Db, actor: Actor, linkId: string, now: Date): Promise<LinkView> {
  const [found] = await selectLinks(db, now).where(
    and(eq(paymentLink.id, linkId), isKeyVisibleTo(actor)),
  );
  if (found) return linkView(found, now);
  const whose = actor.kind === 'key' ? 'API key' : 'merchant';
  throw new Problem('payment_link_not_found', `This ${whose} has no payment link with this id.`);
}
