import { createElement } from 'react';
import { pageHeaders } from '../_page/headers';
import { openPage, type PageContext } from '../_page/open';
import { markup } from '../_page/render';
import { MessageSheet, PaymentSheet } from '../_page/sheet';
import { viewOf } from '../_page/view';
import { wordingIn } from '../_page/wording';

export const dynamic = 'force-dynamic';

const RETRY_AFTER_SECONDS = 5;

/**
 * The hosted payment page. A route handler, because a page would load the framework's runtime in
 * the browser.
 */
export async function GET(request: Request, { params }: PageContext) {
  const { language, now, payment } = await openPage(request, params);
  const wording = wordingIn(language);
  if (payment === 'unknown') {
    const sheet = createElement(MessageSheet, {
      wording,
      title: 'titleNotFound',
      heading: 'notFoundHeading',
      text: 'notFoundText',
    });
    return htmlResponse(404, await markup(sheet), pageHeaders(language));
  }
  if (payment === 'unavailable') {
    const sheet = createElement(MessageSheet, {
      wording,
      title: 'titleUnavailable',
      heading: 'unavailableHeading',
      text: 'unavailableText',
      retry: true,
    });
    const headers = pageHeaders(language);
    headers.set('retry-after', String(RETRY_AFTER_SECONDS));
    return htmlResponse(503, await markup(sheet), headers);
  }
  const sheet = createElement(PaymentSheet, { view: viewOf(payment, language, now) });
  return htmlResponse(200, await markup(sheet), pageHeaders(language, payment.embedOrigins));
}

function htmlResponse(status: number, html: string, headers: Headers): Response {
  return new Response(`<!doctype html>${html}`, { status, headers });
}
