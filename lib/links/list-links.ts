import { and, asc, desc, gt, lt, lte, or } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { paymentLink } from '@/db/schema/links';
import type { Actor } from '@/lib/domain/actor';
import { isKeyVisibleTo } from '@/lib/keys/key-conditions';
import { type LinkView, linkView, selectLinks } from './link-view';

interface Page {
  readonly limit: number;
  readonly after?: { readonly createdAt: Date; readonly id: string } | undefined;
}

export interface LinkPage {
  readonly links: readonly LinkView[];
  readonly hasMore: boolean;
}

/** Returns one page of the payment links of all keys that the actor may see, newest first. */
export async function listLinks(
  db: Db,
  actor: Actor,
  { limit, after }: Page,
  now: Date,
): Promise<LinkPage> {
  const found = await selectLinks(db, now)
    .where(
      and(
        isKeyVisibleTo(actor),
        after && lte(paymentLink.createdAt, after.createdAt),
        after && or(lt(paymentLink.createdAt, after.createdAt), gt(paymentLink.id, after.id)),
      ),
    )
    .orderBy(desc(paymentLink.createdAt), asc(paymentLink.id))
    // One additional link shows whether another page follows.
    .limit(limit + 1);
  const links = found.slice(0, limit).map((one) => linkView(one, now));
  return { links, hasMore: found.length > limit };
}
