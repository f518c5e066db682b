import { createElement } from 'react';
import { pageHeaders, paymentPageSecurityPolicy } from '@/app/pay/_page/headers';
import { loadPaymentPage } from '@/app/pay/_page/open';
import { messageResponse, pageResponse } from '@/app/pay/_page/responses';
import { PaymentSheet } from '@/app/pay/_page/sheet';
import { toPageView } from '@/app/pay/_page/view';
import { notFoundWhileDisabled, readInvoicePage } from '@/lib/greenfield/public';
import { logPaymentPageError } from '@/lib/payments/public';

/** Returns an invoice's payment page for BTCPay's URLs. The invoice's shop may frame it. */
export async function invoiceResponse(request: Request, id: string): Promise<Response> {
  const refusal = notFoundWhileDisabled();
  if (refusal) return refusal;
  const page = await readInvoicePage(id).catch((error: unknown) => {
    logPaymentPageError(error);
    return 'unavailable' as const;
  });
  if (page === 'unavailable') return messageResponse('unavailable', 'en');
  const params = Promise.resolve({ id: page?.checkoutId ?? '' });
  const { language, now, payment } = await loadPaymentPage(request, params);
  if (payment === 'altered') return messageResponse('altered', language);
  if (payment === 'unavailable') return messageResponse('unavailable', language);
  if (payment === 'unknown' || !page) return messageResponse('unknownPayment', language);
  const embedOrigins = [...new Set([...payment.embedOrigins, ...page.shopOrigins])];
  const view = toPageView({ ...payment, embedOrigins }, language, now);
  const sheet = createElement(PaymentSheet, { view, invoiceId: id });
  const policy = paymentPageSecurityPolicy(payment.face.accent, payment.allowsFollowUps, true);
  return pageResponse(200, sheet, pageHeaders(language, embedOrigins, policy));
}
