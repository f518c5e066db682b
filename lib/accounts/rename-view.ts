import type { Db } from '@/db/client';
import { savedView } from '@/db/schema/people';
import type { Member } from '@/lib/domain/actor';
import {
  lockViewsAndCheckName,
  noSuchView,
  ownViewCondition,
  SAVED_VIEW_COLUMNS,
  type SavedView,
} from './own-views';

/**
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
    await lockViewsAndCheckName(tx, actor, name, viewId);
    const [renamed] = await tx
      .update(savedView)
      .set({ name })
      .where(ownViewCondition(actor, viewId))
      .returning(SAVED_VIEW_COLUMNS);
    if (!renamed) throw noSuchView();
    return renamed;
  });
}
