import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { paymentLink } from '@/db/schema/links';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { type Actor, assertMayChange } from '@/lib/domain/actor';
import { hideSecret } from '@/lib/domain/secret-text';
import { keysVisibleTo, lockRole } from '@/lib/keys/key-conditions';
import { notifyDashboards } from '@/lib/server/changes/notify-dashboards';
import { getLink } from './get-link';
import type { LinkView } from './link-view';

/**
 * Ends a payment link for good. Existing payments can still be paid. Ending it again changes
 * nothing.
 *
 * @throws Problem `forbidden` for a viewer, and when the actor's role has just changed;
 *  `payment_link_not_found`
 */
export async function deactivateLink(
  db: Db,
  actor: Actor,
  linkId: string,
  now: Date,
): Promise<LinkView> {
  assertMayChange(actor);
  return db.transaction(async (tx) => {
    await lockRole(tx, actor);
    const keys = keysVisibleTo(tx, actor);
    const [ended] = await tx
      .update(paymentLink)
      .set({ deactivatedAt: now })
      .where(
        and(
          eq(paymentLink.id, linkId),
          inArray(paymentLink.apiKeyId, keys),
          isNull(paymentLink.deactivatedAt),
        ),
      )
      .returning();
    if (ended) {
      const title = hideSecret(ended.title);
      await recordAuditEntry(tx, actor, 'link.deactivate', linkId, { title }, now);
      if (actor.kind === 'key') await notifyDashboards(tx, actor.merchantId, ['links']);
    }
    return getLink(tx, actor, linkId, now);
  });
}
