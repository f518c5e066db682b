import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey, merchant } from '@/db/schema/accounts';
import { paymentLink } from '@/db/schema/links';
import { isEmbedOrigin } from '@/lib/domain/embed-origin';
import type { Language } from '@/lib/domain/language';
import { type LinkAmount, type LinkStatus, linkStatus, type PayerNote } from '@/lib/domain/link';
import type { Network } from '@/lib/domain/network';
import { linkFacts } from './link-facts';

/** The public part of a payment link. Of the merchant, it has only the name. */
export interface PublicLink {
  readonly id: string;
  readonly merchantName: string;
  readonly title: string;
  readonly amount: LinkAmount;
  /** The field for the customer's note; null when the customer is not asked for one. */
  readonly payerNote: PayerNote | null;
  readonly status: LinkStatus;
  /** Whether the link accepts only one payment, such as an invoice. */
  readonly oneUse: boolean;
  readonly network: Network;
  /** The language that the shop chose; null to follow the browser. */
  readonly locale: Language | null;
  /** Origins whose pages may frame the link's page. */
  readonly embedOrigins: readonly string[];
}

export async function findPublicLink(
  db: Db,
  id: string,
  now: Date,
): Promise<PublicLink | undefined> {
  const [found] = await db
    .select({
      link: paymentLink,
      facts: linkFacts(now),
      network: apiKey.network,
      embedOrigins: apiKey.embedOrigins,
      merchantName: merchant.name,
    })
    .from(paymentLink)
    .innerJoin(apiKey, eq(apiKey.id, paymentLink.apiKeyId))
    .innerJoin(merchant, eq(merchant.id, apiKey.merchantId))
    .where(eq(paymentLink.id, id));
  if (!found) return undefined;
  const { link, facts, network, embedOrigins, merchantName } = found;
  return {
    id,
    merchantName,
    title: link.title,
    amount: link.amount,
    payerNote: link.payerNote,
    status: linkStatus(facts, now),
    oneUse: link.maxPayments === 1,
    network,
    locale: link.terms.locale,
    embedOrigins: embedOrigins.filter(isEmbedOrigin),
  };
}
