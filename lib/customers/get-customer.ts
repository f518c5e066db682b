import { and, eq, isNotNull } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey } from '@/db/schema/accounts';
import { payment } from '@/db/schema/payments';
import type { Member } from '@/lib/domain/actor';
import type { Currency } from '@/lib/domain/currency';
import type { Network } from '@/lib/domain/network';
import { Problem } from '@/lib/domain/problems';
import { isKeyVisibleTo } from '@/lib/keys/key-conditions';
import { displayCurrencyOf } from '@/lib/payments/views/display-currency';
import { homeKeys } from '@/lib/payments/views/home-keys';
import { type CustomerView, readCustomers } from './read-customers';

export interface CustomerDetail {
  readonly customer: CustomerView;
  readonly network: Network;
  readonly currency: Currency | null;
}

/**
 * Returns the customer of a payment, with the customer's payments on the same network.
 *
 * @throws Problem `not_found`, also for a payment whose customer was erased
 */
export async function getCustomer(
  db: Db,
  actor: Member,
  paymentId: string,
): Promise<CustomerDetail> {
  const { key, network } = await getPaymentCustomerKey(db, actor, paymentId);
  const { ofNetwork } = await homeKeys(db, actor, network);
  const currency = await displayCurrencyOf(db, actor);
  const customer = (await readCustomers(db, ofNetwork, [key], currency)).get(key);
  if (!customer) throw noCustomer();
  return { customer, network, currency };
}

/**
 * Returns the customer of a payment. @throws Problem `not_found` when the actor may not see the
 * payment, or it has no customer
 */
export async function getPaymentCustomerKey(
  db: Db,
  actor: Member,
  paymentId: string,
): Promise<{ readonly key: string; readonly network: Network }> {
  const [row] = await db
    .select({ key: payment.customerKey, network: payment.network })
    .from(payment)
    .innerJoin(apiKey, eq(apiKey.id, payment.apiKeyId))
    .where(and(eq(payment.id, paymentId), isNotNull(payment.customerKey), isKeyVisibleTo(actor)));
  if (!row?.key) throw noCustomer();
  return { key: row.key, network: row.network };
}

function noCustomer(): Problem {
  return new Problem('not_found', 'There is no such customer, or the customer was erased.');
}
