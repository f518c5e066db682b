import { createElement } from 'react';
import { pageHeaders, paymentPageSecurityPolicy } from '../_page/headers';
import { loadPaymentPage, type PageContext } from '../_page/open';
import { messageResponse, pageResponse } from '../_page/responses';
import { PaymentSheet } from '../_page/sheet';
import { toPageView } from '../_page/view';

export const dynamic = 'force-dynamic';

/** A route handler, because a Next.js page would load the framework's runtime in the browser. */
export async function GET(request: Request, { params }: PageContext) {
  const { language, now, payment } = await loadPaymentPage(request, params);
  if (payment === 'unknown') return messageResponse('unknownPayment', language);
  if (payment === 'altered') return messageResponse('altered', language);
  if (payment === 'unavailable') return messageResponse('unavailable', language);
  const sheet = createElement(PaymentSheet, { view: toPageView(payment, language, now) });
  const policy = paymentPageSecurityPolicy(payment.face.accent, payment.allowsFollowUps);
  return pageResponse(200, sheet, pageHeaders(language, payment.embedOrigins, policy));
}
