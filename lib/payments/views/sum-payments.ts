import { and, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { payment } from '@/db/schema/payments';
import { confirmationRate } from '@/db/schema/rates';
import type { Member } from '@/lib/domain/actor';
import type { Currency } from '@/lib/domain/currency';
import type { Network } from '@/lib/domain/network';
import type { PaymentStatus } from '@/lib/domain/payment';
import { decimalText } from '@/lib/domain/price';
import { keysVisibleTo } from '@/lib/keys/key-conditions';
import { displayCurrencyOf } from './display-currency';
import { worthSql } from './money-shares';
import { type PaymentFilter, paymentCondition } from './payment-filter';

export interface StatusSum {
  readonly network: Network;
  readonly status: PaymentStatus;
  readonly payments: number;
  readonly receivedSats: number;
  /** A decimal number in the display currency; null without a currency. */
  readonly amount: string | null;
  /**
   * Number of payments that received money and are not part of the amount, because they have
   * neither a price nor a rate.
   */
  readonly withoutRate: number;
}

export interface PaymentSums {
  readonly currency: Currency | null;
  readonly sums: readonly StatusSum[];
}

export async function sumPayments(
  db: Db,
  actor: Member,
  filter: PaymentFilter,
): Promise<PaymentSums> {
  const currency = await displayCurrencyOf(db, actor);
  const received = sql`${payment.receivedSats}`;
  const noted = sql`(select ${confirmationRate.rate} from ${confirmationRate}
    where ${confirmationRate.paymentId} = ${payment.id}
      and ${confirmationRate.currency} = ${currency}::text)`;
  const worth = currency ? worthSql(currency, received, noted) : sql`null::numeric`;
  const rows = await db
    .select({
      network: payment.network,
      status: payment.status,
      payments: sql<number>`count(*)::int`,
      receivedSats: sql<string>`sum(${received})::text`,
      units: sql<string>`coalesce(sum(worth), 0)::text`,
      withoutRate: sql<number>`count(*) filter (where worth is null and ${received} > 0)::int`,
    })
    .from(payment)
    .crossJoinLateral(sql`(select ${worth} as worth offset 0) valued`)
    .where(
      and(
        sql`${payment.apiKeyId} = any(array(${keysVisibleTo(db, actor, filter)}))`,
        paymentCondition(db, actor, filter),
      ),
    )
    .groupBy(payment.network, payment.status);
  return {
    currency,
    sums: rows.map(({ units, receivedSats, withoutRate, ...row }) => ({
      ...row,
      receivedSats: Number(receivedSats),
      amount: currency && decimalText(BigInt(units), currency),
      withoutRate: currency ? withoutRate : 0,
    })),
  };
}
