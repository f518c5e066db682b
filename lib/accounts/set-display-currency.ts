import type { Db } from '@/db/client';
import type { Member } from '@/lib/domain/actor';
import type { Currency } from '@/lib/domain/currency';
import { changeMerchantSetting } from './change-merchant-setting';

/**
 * Sets a currency in which Home shows totals in addition to satoshis; null for satoshis alone. From
 * now on, the currency's rate is stored for each confirmed payment.
 *
 * @throws Problem `forbidden` unless the actor is an owner
 */
export async function setDisplayCurrency(
  db: Db,
  actor: Member,
  currency: Currency | null,
  now: Date,
): Promise<void> {
  await changeMerchantSetting(db, actor, 'displayCurrency', currency, 'merchant.set_currency', now);
}
