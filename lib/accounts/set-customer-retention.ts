import type { Db } from '@/db/client';
import type { Member } from '@/lib/domain/actor';
import { changeMerchantSetting } from './change-merchant-setting';

/**
 * Sets how many days after a payment's end its customer is erased; null to keep customers.
 *
 * @throws Problem `forbidden` unless the actor is an owner
 */
export async function setCustomerRetention(
  db: Db,
  actor: Member,
  days: number | null,
  now: Date,
): Promise<void> {
  await changeMerchantSetting(
    db,
    actor,
    'customerRetentionDays',
    days,
    'merchant.set_customer_retention',
    now,
  );
}
