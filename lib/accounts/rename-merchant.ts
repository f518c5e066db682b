import type { Db } from '@/db/client';
import type { Member } from '@/lib/domain/actor';
import { changeMerchant } from './change-merchant';

/**
 * Renames the merchant. Customers see the name.
 *
 * @throws Problem `forbidden` unless the actor is an owner
 */
export async function renameMerchant(
  db: Db,
  actor: Member,
  name: string,
  now: Date,
): Promise<void> {
  await changeMerchant(db, actor, 'name', name.trim(), 'merchant.rename', now);
}
