import { createElement } from 'react';
import { messageAnswer, pageAnswer } from '../_page/answers';
import { pageHeaders } from '../_page/headers';
import { openPage, type PageContext } from '../_page/open';
import { PaymentSheet } from '../_page/sheet';
import { viewOf } from '../_page/view';

export const dynamic = 'force-dynamic';

/**
 * The payment page. It is a route handler, because a page would load the framework's runtime in the
 * browser.
 */
export async function GET(request: Request, { params }: PageContext) {
  const { language, now, payment } = await openPage(request, params);
  if (payment === 'unknown') return messageAnswer('unknownPayment', language);
  if (payment === 'unavailable') return messageAnswer('unavailable', language);
  const sheet = createElement(PaymentSheet, { view: viewOf(payment, language, now) });
  return pageAnswer(200, sheet, pageHeaders(language, payment.embedOrigins));
}
