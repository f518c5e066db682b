import type { Db } from '@/db/client';
import type { Member } from '@/lib/domain/actor';
import { changeMerchantSetting } from './change-merchant-setting';

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
  await changeMerchantSetting(db, actor, 'name', name.trim(), 'merchant.rename', now);
}
