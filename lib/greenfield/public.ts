import { and, eq, isNull, sql } from 'drizzle-orm';
import { greenfieldInvoice, greenfieldKey } from '@/db/schema/greenfield';
import { payment } from '@/db/schema/payments';
import { isEmbedOrigin } from '@/lib/domain/embed-origin';
import { idPattern } from '@/lib/domain/ids';
import { parseUrl } from '@/lib/domain/parse-url';
import { runtime } from '@/lib/runtime';

const INVOICE_ID = idPattern('payment');

interface InvoicePage {
  readonly checkoutId: string;
  /**
   * Origins that may frame the page, from redirect URLs of the invoice and its store's pairings.
   */
  readonly shopOrigins: readonly string[];
}

/** Returns a 404 response while BTCPay's API is off; undefined while it is on. */
export function notFoundWhileDisabled(): Response | undefined {
  return runtime().env.greenfield ? undefined : new Response('Not found\n', { status: 404 });
}

/** Returns the payment page of an invoice; undefined for other payments and unknown ids. */
export async function readInvoicePage(id: string): Promise<InvoicePage | undefined> {
  const { db, env } = runtime();
  if (!env.greenfield || !INVOICE_ID.test(id)) return undefined;
  const redirects = db
    .select({ urls: sql`coalesce(json_agg(${greenfieldKey.redirectUrl}), '[]')` })
    .from(greenfieldKey)
    .where(
      and(eq(greenfieldKey.apiKeyId, greenfieldInvoice.apiKeyId), isNull(greenfieldKey.revokedAt)),
    );
  const [found] = await db
    .select({
      checkoutId: payment.checkoutId,
      checkout: greenfieldInvoice.checkout,
      redirects: sql<(string | null)[]>`(${redirects})`,
    })
    .from(greenfieldInvoice)
    .innerJoin(payment, eq(payment.id, greenfieldInvoice.paymentId))
    .where(eq(greenfieldInvoice.paymentId, id));
  if (!found) return undefined;
  const urls = [...found.redirects, found.checkout.redirectURL];
  const origins = urls.map((url) => parseUrl(url ?? '')?.origin ?? '').filter(isEmbedOrigin);
  return { checkoutId: found.checkoutId, shopOrigins: [...new Set(origins)] };
}
