import { eq, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey } from '@/db/schema/accounts';
import { paymentLink, paymentLinkVisits } from '@/db/schema/links';
import { payment } from '@/db/schema/payments';
import { type LinkStatus, linkStatus } from '@/lib/domain/link';
import type { Network } from '@/lib/domain/network';
import { isUsableKey } from '@/lib/keys/key-conditions';

export type LinkRow = typeof paymentLink.$inferSelect;

export interface LinkView extends LinkRow {
  readonly network: Network;
  readonly keyName: string;
  readonly status: LinkStatus;
  readonly visits: number;
  readonly payments: number;
  /** The number of the link's detected and confirmed payments. */
  readonly paidPayments: number;
  /** The sum that all of the link's payments received, including late and partial amounts. */
  readonly receivedSats: number;
}

/** Selects links with their statistics; the caller adds a condition. */
export function selectLinks(db: Db, now: Date) {
  // The counts take one pass over an index that contains all needed columns.
  const counts = db
    .select({
      payments: sql<number>`count(*)::int`.as('payments'),
      paid: sql<number>`(count(*) filter (where ${payment.status} in ('detected', 'confirmed')))::int`.as(
        'paid',
      ),
      pending: sql<number>`(count(*) filter (where ${payment.status} = 'pending'))::int`.as(
        'pending',
      ),
      receivedSats: sql`coalesce(sum(${payment.receivedSats}), 0)::bigint`
        .mapWith(Number)
        .as('received'),
    })
    .from(payment)
    .where(eq(payment.paymentLinkId, paymentLink.id))
    .as('counts');
  return db
    .select({
      row: paymentLink,
      network: apiKey.network,
      keyName: apiKey.name,
      keyUsable: sql<boolean>`(${isUsableKey(now)})`,
      visits: paymentLinkVisits.visits,
      ...counts._.selectedFields,
    })
    .from(paymentLink)
    .innerJoin(apiKey, eq(apiKey.id, paymentLink.apiKeyId))
    .leftJoin(paymentLinkVisits, eq(paymentLinkVisits.paymentLinkId, paymentLink.id))
    .crossJoinLateral(counts)
    .$dynamic();
}

type SelectedLink = Awaited<ReturnType<typeof selectLinks>>[number];

export function linkView(selected: SelectedLink, now: Date): LinkView {
  const { row, network, keyName, visits, payments, paid, receivedSats } = selected;
  const status = linkStatus({ ...row, ...selected }, now);
  return {
    ...row,
    network,
    keyName,
    status,
    visits: visits ?? 0,
    payments,
    paidPayments: paid,
    receivedSats,
  };
}
