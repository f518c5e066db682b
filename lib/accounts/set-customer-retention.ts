import type { Db } from '@/db/client';
import type { Member } from '@/lib/domain/actor';
import { changeMerchant } from './change-merchant';

/**
 * Sets how many days after the end of a payment its customer is erased.
 *
 * @param days null to keep customers until a member erases them
 * @throws Problem `forbidden` unless the actor is an owner
 */
export async function setCustomerRetention(
  db: Db,
  actor: Member,
  days: number | null,
  now: Date,
): Promise<void> {
  await changeMerchant(
    db,
    actor,
    'customerRetentionDays',
    days,
    'merchant.set_customer_retention',
    now,
  );
}
