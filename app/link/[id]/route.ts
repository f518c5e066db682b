import { createElement } from 'react';
import { messageAnswer, pageAnswer } from '@/app/pay/_page/answers';
import { open } from '@/app/pay/_page/open';
import { wordingIn } from '@/app/pay/_page/wording';
import { Problem } from '@/lib/domain/problems';
import { logLinkFault, noteVisit, payPublicLink, readPublicLink } from '@/lib/links/public';
import { isVisit } from '../_page/is-visit';
import { LinkSheet } from '../_page/link-sheet';
import { linkHeaders } from '../_page/page-headers';
import { newToken, ownPayment, readForm, rememberPayment } from '../_page/read-form';
import type { FormState } from '../_page/view';

export const dynamic = 'force-dynamic';

interface Context {
  readonly params: Promise<{ readonly id: string }>;
}

/** The page of a payment link. */
export async function GET(request: Request, { params }: Context) {
  return shown(request, (await params).id, { status: 200 });
}

/** As GET without a body; no visit. */
export async function HEAD(request: Request, { params }: Context) {
  const { status, headers } = await shown(request, (await params).id, { status: 200 });
  return new Response(null, { status, headers });
}

/** A click: makes the payment and leads to its page, or shows what keeps it from that. */
export async function POST(request: Request, { params }: Context) {
  const { id } = await params;
  const sent = await readForm(request);
  if (!sent) return shown(request, id, { status: 400 });
  try {
    const made = await payPublicLink(
      id,
      { ...sent, ownCheckoutId: ownPayment(request) },
      request.headers,
    );
    const headers = linkHeaders('en');
    headers.set('location', `../pay/${made.checkoutId}`);
    headers.set('set-cookie', rememberPayment(made));
    return new Response(null, { status: 303, headers });
  } catch (error) {
    return shown(request, id, { ...refusalOf(error), entered: sent });
  }
}

interface Shown {
  readonly status: number;
  readonly entered?: Pick<FormState, 'amount' | 'note'>;
  readonly faults?: FormState['faults'];
  readonly retryAfterSeconds?: number | undefined;
}

/** What a refused click shows; everything else is a fault of the server or of its surroundings. */
function refusalOf(error: unknown): Shown {
  if (!(error instanceof Problem)) {
    logLinkFault(error);
    return { status: 503 };
  }
  const { errors = [], retryAfterSeconds } = error;
  const faults = Object.fromEntries(
    errors.map(({ pointer, code }) => [pointer.replace(/^\/(?:price\/)?/, ''), code]),
  );
  switch (error.code) {
    case 'invalid_request':
      return { status: 400, faults };
    case 'cross_site_request':
      return { status: 403 };
    case 'payment_link_not_found':
      return { status: 404 };
    case 'payment_link_closed':
    case 'idempotency_in_progress':
      return { status: 409 };
    case 'rate_limited':
      return { status: 429, retryAfterSeconds };
    default:
      logLinkFault(error);
      return { status: 503, retryAfterSeconds };
  }
}

async function shown(request: Request, id: string, wanted: Shown): Promise<Response> {
  const read = () => readPublicLink(id, ownPayment(request));
  const { language, found: link } = await open(request, read, logLinkFault);
  if (link === 'unknown') return messageAnswer('unknownLink', language);
  const { status, entered, faults = {}, retryAfterSeconds } = wanted;
  if (link === 'unavailable' || status === 503) {
    return messageAnswer('unavailable', language, { retryAfterSeconds });
  }
  if (request.method === 'GET' && isVisit(request.headers)) await noteVisit(link);
  const view = {
    link,
    wording: wordingIn(language, link.merchantName),
    form: { amount: entered?.amount, note: entered?.note ?? '', faults },
    token: newToken(),
    busy: status === 429,
  };
  const headers = linkHeaders(language, link.embedOrigins);
  if (retryAfterSeconds) headers.set('retry-after', String(retryAfterSeconds));
  return pageAnswer(status, createElement(LinkSheet, { view }), headers);
}
