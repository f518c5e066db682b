import type { Db } from '@/db/client';
import { savedView } from '@/db/schema/people';
import type { Member } from '@/lib/domain/actor';
import { noSuchView, ownViewCondition } from './own-views';

/** @throws Problem `not_found`, also for a view of another user */
export async function deleteView(db: Db, actor: Member, viewId: string): Promise<void> {
  const deleted = await db
    .delete(savedView)
    .where(ownViewCondition(actor, viewId))
    .returning({ id: savedView.id });
  if (deleted.length === 0) throw noSuchView();
}
