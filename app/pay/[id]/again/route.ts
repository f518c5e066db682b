import { Problem } from '@/lib/domain/problems';
import { createCustomerFollowUp, logPaymentPageError } from '@/lib/payments/public';
import { pageHeaders } from '../../_page/headers';
import { requestedLanguage } from '../../_page/languages';
import { loadPaymentPage, type PageContext } from '../../_page/open';
import { messageResponse } from '../../_page/responses';

export const dynamic = 'force-dynamic';

/** Creates a follow-up to an expired payment, and redirects to its page. */
export async function POST(request: Request, { params }: PageContext) {
  const { language, payment } = await loadPaymentPage(request, params);
  if (payment === 'unknown') return messageResponse('unknownPayment', language);
  if (payment === 'altered') return messageResponse('altered', language);
  if (payment === 'unavailable') return messageResponse('unavailable', language);
  const leadTo = (checkoutId: string) => {
    const headers = pageHeaders(language, payment.embedOrigins);
    const requested = requestedLanguage(request);
    headers.set('location', `../${checkoutId}${requested ? `?lang=${requested}` : ''}`);
    return new Response(null, { status: 303, headers });
  };
  try {
    return leadTo(await createCustomerFollowUp(payment, request.headers));
  } catch (error) {
    const { embedOrigins } = payment;
    if (error instanceof Problem) {
      // The payment page shows why: the payment was paid after all, or its key forbids follow-ups
      // now.
      if (['payment_not_due', 'forbidden'].includes(error.code)) return leadTo(payment.checkoutId);
      if (error.code === 'rate_limited') return messageResponse('busy', language, { embedOrigins });
    }
    logPaymentPageError(error);
    return messageResponse('unavailable', language, { embedOrigins });
  }
}
