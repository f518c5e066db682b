import type { Db } from '@/db/client';
import { savedView } from '@/db/schema/people';
import type { Member } from '@/lib/domain/actor';
import { newId } from '@/lib/domain/ids';
import { invalidName, lockViewsAndCheckName, type SavedView } from './own-views';

/** Maximum number of views of a user. More tabs would be hard to distinguish. */
export const MAX_VIEWS = 20;

/**
 * Saves filters of the payments list, as the list's URL contains them, under a name. Only this user
 * sees the saved view.
 *
 * @throws Problem `invalid_request` for a name that the user already has, or too many views
 */
export async function saveView(
  db: Db,
  actor: Member,
  { name, search }: Omit<SavedView, 'id'>,
  now: Date,
): Promise<SavedView> {
  const { userId, merchantId } = actor;
  const id = newId('savedView');
  await db.transaction(async (tx) => {
    if ((await lockViewsAndCheckName(tx, actor, name)) >= MAX_VIEWS) {
      throw invalidName('too_many', `You have ${MAX_VIEWS} views, which is the most. Delete one.`);
    }
    const row = { id, userId, merchantId, name, search, createdAt: now };
    await tx.insert(savedView).values(row);
  });
  return { id, name, search };
}
