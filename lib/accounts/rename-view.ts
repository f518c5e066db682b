import type { Db } from '@/db/client';
import { savedView } from '@/db/schema/people';
import type { Member } from '@/lib/domain/actor';
import { lockViews, noSuchView, ownView, type SavedView, VIEW_COLUMNS } from './own-views';

/**
 * Renames a view of the user.
 *
 * @throws Problem `not_found`, also for a view of another user; `invalid_request` when another view
 *   of the user already has the name
 */
export async function renameView(
  db: Db,
  actor: Member,
  viewId: string,
  name: string,
): Promise<SavedView> {
  return db.transaction(async (tx) => {
    await lockViews(tx, actor, name, viewId);
    const [renamed] = await tx
      .update(savedView)
      .set({ name })
      .where(ownView(actor, viewId))
      .returning(VIEW_COLUMNS);
    if (!renamed) throw noSuchView();
    return renamed;
  });
}
