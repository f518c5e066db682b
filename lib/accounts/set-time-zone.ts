import type { Db } from '@/db/client';
import type { Member } from '@/lib/domain/actor';
import { changeMerchantSetting } from './change-merchant-setting';

/**
 * Sets the IANA time zone of days on Home and in reports; null for each viewer's own zone.
 *
 * @throws Problem `forbidden` unless the actor is an owner
 */
export async function setTimeZone(
  db: Db,
  actor: Member,
  timeZone: string | null,
  now: Date,
): Promise<void> {
  await changeMerchantSetting(db, actor, 'timeZone', timeZone, 'merchant.set_time_zone', now);
}
