import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey, merchant } from '@/db/schema/accounts';
import { merchantFace } from '@/db/schema/faces';
import { paymentLink } from '@/db/schema/links';
import type { Branding } from '@/lib/domain/branding';
import type { CustomerFields } from '@/lib/domain/customer';
import { isEmbedOrigin } from '@/lib/domain/embed-origin';
import type { Language } from '@/lib/domain/language';
import { type LinkAmount, type LinkStatus, linkStatus, type PayerNote } from '@/lib/domain/link';
import type { Network } from '@/lib/domain/network';
import { BRANDING_COLUMNS, toBranding } from '@/lib/face/read-branding';
import { requireIntact } from '@/lib/keys/seal';
import { linkAvailabilityColumns } from './link-availability-columns';

/**
 * The public part of a payment link. It contains only the name and the branding of the merchant.
 */
export interface PublicLink {
  readonly id: string;
  readonly merchantName: string;
  readonly face: Branding;
  readonly title: string;
  readonly amount: LinkAmount;
  /** The field for the customer's note; null for a page without the field. */
  readonly payerNote: PayerNote | null;
  readonly customerFields: CustomerFields | null;
  readonly status: LinkStatus;
  /** Whether the link accepts only one payment, as for an invoice. */
  readonly oneUse: boolean;
  readonly network: Network;
  /** The language that the shop chose; null to follow the browser. */
  readonly locale: Language | null;
  readonly embedOrigins: readonly string[];
}

/**
 * Returns the public part of a link; undefined for an unknown id.
 *
 * @throws Problem `address_not_verified` for a link that was changed in the database
 */
export async function findPublicLink(
  db: Db,
  id: string,
  now: Date,
): Promise<PublicLink | undefined> {
  const [found] = await db
    .select({
      link: paymentLink,
      facts: linkAvailabilityColumns(now),
      network: apiKey.network,
      embedOrigins: apiKey.embedOrigins,
      merchantName: merchant.name,
      face: BRANDING_COLUMNS,
    })
    .from(paymentLink)
    .innerJoin(apiKey, eq(apiKey.id, paymentLink.apiKeyId))
    .innerJoin(merchant, eq(merchant.id, apiKey.merchantId))
    .leftJoin(merchantFace, eq(merchantFace.merchantId, merchant.id))
    .where(eq(paymentLink.id, id));
  if (!found) return undefined;
  const { link, facts, network, embedOrigins, merchantName, face } = found;
  requireIntact('payment_link', link);
  return {
    id,
    merchantName,
    face: toBranding(face),
    title: link.title,
    amount: link.amount,
    payerNote: link.payerNote,
    customerFields: link.customerFields,
    status: linkStatus(facts, now),
    oneUse: link.maxPayments === 1,
    network,
    locale: link.terms.locale,
    embedOrigins: embedOrigins.filter(isEmbedOrigin),
  };
}
