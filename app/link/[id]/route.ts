import { createElement } from 'react';
import { chooseLanguage } from '@/app/pay/_page/languages';
import { markup } from '@/app/pay/_page/render';
import { MessageSheet } from '@/app/pay/_page/sheet';
import { wordingIn } from '@/app/pay/_page/wording';
import { Problem } from '@/lib/domain/problems';
import {
  hasOpenPayment,
  logLinkFault,
  noteVisit,
  type PublicLink,
  payPublicLink,
  readPublicLink,
} from '@/lib/links/public';
import { isVisit } from '../_page/is-visit';
import { LinkSheet } from '../_page/link-sheet';
import { linkHeaders } from '../_page/page-headers';
import { newToken, ownPayment, readForm, rememberPayment } from '../_page/read-form';
import { STYLE } from '../_page/style';
import type { FormState } from '../_page/view';

export const dynamic = 'force-dynamic';

interface Context {
  readonly params: Promise<{ readonly id: string }>;
}

const RETRY_AFTER_SECONDS = 5;

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

interface Read {
  readonly link: PublicLink | 'unknown' | 'unavailable';
  /** The checkout id of the payment that this browser can still pay. */
  readonly own: string | undefined;
}

async function shown(request: Request, id: string, wanted: Shown): Promise<Response> {
  const { link, own } = await read(id, ownPayment(request));
  const requested = new URL(request.url).searchParams.get('lang');
  const ofLink = typeof link === 'string' ? null : link.locale;
  const language = chooseLanguage(requested, ofLink, request.headers.get('accept-language'));
  if (link === 'unknown') {
    const wording = wordingIn(language);
    const sheet = createElement(MessageSheet, {
      wording,
      title: 'linkNotFoundHeading',
      heading: 'linkNotFoundHeading',
      text: 'notFoundText',
      style: STYLE,
    });
    return html(404, await markup(sheet), linkHeaders(language));
  }
  if (link === 'unavailable' || wanted.status === 503) {
    const sheet = createElement(MessageSheet, {
      wording: wordingIn(language),
      title: 'titleUnavailable',
      heading: 'unavailableHeading',
      text: 'unavailableText',
      retry: true,
      style: STYLE,
    });
    const headers = linkHeaders(language);
    headers.set('retry-after', String(wanted.retryAfterSeconds ?? RETRY_AFTER_SECONDS));
    return html(503, await markup(sheet), headers);
  }
  if (request.method === 'GET' && isVisit(request.headers)) await noteVisit(link);
  const view = {
    link,
    wording: wordingIn(language, link.merchantName),
    form: {
      amount: (link.amount.kind === 'free' && link.amount.suggested) || '',
      note: '',
      ...wanted.entered,
      faults: wanted.faults ?? {},
    },
    token: newToken(),
    own,
    busy: wanted.status === 429,
  };
  const headers = linkHeaders(language, link.embedOrigins);
  if (wanted.retryAfterSeconds) headers.set('retry-after', String(wanted.retryAfterSeconds));
  return html(wanted.status, await markup(createElement(LinkSheet, { view })), headers);
}

async function read(id: string, own: string | undefined): Promise<Read> {
  try {
    const link = await readPublicLink(id);
    if (!link) return { link: 'unknown', own: undefined };
    return { link, own: (await hasOpenPayment(link, own)) ? own : undefined };
  } catch (error) {
    logLinkFault(error);
    return { link: 'unavailable', own: undefined };
  }
}

function html(status: number, text: string, headers: Headers): Response {
  return new Response(`<!doctype html>${text}`, { status, headers });
}
