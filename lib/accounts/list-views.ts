import { asc } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { savedView } from '@/db/schema/people';
import type { Member } from '@/lib/domain/actor';
import { ownViewsCondition, SAVED_VIEW_COLUMNS, type SavedView } from './own-views';

/** Returns the views that the user has saved for the merchant, oldest first. */
export async function listViews(db: Db, actor: Member): Promise<SavedView[]> {
  return db
    .select(SAVED_VIEW_COLUMNS)
    .from(savedView)
    .where(ownViewsCondition(actor))
    .orderBy(asc(savedView.createdAt), asc(savedView.id));
}
