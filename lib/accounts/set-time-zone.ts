import type { Db } from '@/db/client';
import type { Member } from '@/lib/domain/actor';
import { changeMerchant } from './change-merchant';

/**
 * Sets the time zone that decides when a day begins on Home and in reports, for every member.
 *
 * @param timeZone an IANA name; null for the zone of each viewer's browser
 * @throws Problem `forbidden` unless the actor is an owner
 */
export async function setTimeZone(
  db: Db,
  actor: Member,
  timeZone: string | null,
  now: Date,
): Promise<void> {
  await changeMerchant(db, actor, 'timeZone', timeZone, 'merchant.set_time_zone', now);
}
