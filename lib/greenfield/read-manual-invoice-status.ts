import { and, eq, isNotNull } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey } from '@/db/schema/accounts';
import { greenfieldInvoice, greenfieldKey, type ManualStatus } from '@/db/schema/greenfield';

export interface ManualInvoiceStatus {
  readonly mark: ManualStatus;
  readonly at: Date;
  /** Name of the plugin that set the status, or of the API key if no plugin did. */
  readonly by: string;
}

/**
 * Returns the status that a shop set by hand for a payment's invoice. The caller must check that
 * the actor may see the payment.
 */
export async function readManualInvoiceStatus(
  db: Db,
  paymentId: string,
): Promise<ManualInvoiceStatus | null> {
  const { mark, markedAt, markedBy } = greenfieldInvoice;
  const [found] = await db
    .select({ mark, at: markedAt, plugin: greenfieldKey.label, key: apiKey.name })
    .from(greenfieldInvoice)
    .innerJoin(apiKey, eq(apiKey.id, greenfieldInvoice.apiKeyId))
    .leftJoin(greenfieldKey, eq(greenfieldKey.id, markedBy))
    .where(and(eq(greenfieldInvoice.paymentId, paymentId), isNotNull(mark)));
  if (!found?.mark || !found.at) return null;
  return { mark: found.mark, at: found.at, by: found.plugin ?? found.key };
}
