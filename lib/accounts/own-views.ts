import { and, eq, ne, type SQL } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { appUser, savedView } from '@/db/schema/people';
import type { Member } from '@/lib/domain/actor';
import { invalidField, Problem } from '@/lib/domain/problems';

export type SavedView = Pick<typeof savedView.$inferSelect, 'id' | 'name' | 'search'>;

export const SAVED_VIEW_COLUMNS = {
  id: savedView.id,
  name: savedView.name,
  search: savedView.search,
} as const;

/** Returns an SQL condition for the user's own saved views of the current merchant. */
export function ownViewsCondition({ userId, merchantId }: Member): SQL | undefined {
  return and(eq(savedView.userId, userId), eq(savedView.merchantId, merchantId));
}

export function ownViewCondition(actor: Member, viewId: string): SQL | undefined {
  return and(ownViewsCondition(actor), eq(savedView.id, viewId));
}

/**
 * Locks the user's views until the end of the transaction, and returns their number.
 *
 * @param except the id of a view that may keep the name
 * @throws Problem `invalid_request` when another view already has the name
 */
export async function lockViewsAndCheckName(
  tx: Db,
  actor: Member,
  name: string,
  except = '',
): Promise<number> {
  const self = eq(appUser.id, actor.userId);
  await tx.select({ id: appUser.id }).from(appUser).where(self).for('no key update');
  const named = and(ownViewsCondition(actor), eq(savedView.name, name), ne(savedView.id, except));
  if ((await tx.$count(savedView, named)) > 0) {
    throw invalidName('taken', 'You have a view with this name. Choose another one.');
  }
  return tx.$count(savedView, ownViewsCondition(actor));
}

/** Returns the problem for a refused name, which forms show at the name field. */
export function invalidName(code: string, message: string): Problem {
  return invalidField('/name', code, message);
}

export function noSuchView(): Problem {
  return new Problem('not_found', 'There is no saved view with this id.');
}
