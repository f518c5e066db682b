import { createElement } from 'react';
import { requestedLanguage } from '@/app/pay/_page/languages';
import { readPageSubject } from '@/app/pay/_page/open';
import { messageResponse, pageResponse } from '@/app/pay/_page/responses';
import { wordingIn } from '@/app/pay/_page/wording';
import { Problem } from '@/lib/domain/problems';
import { challengeOf } from '@/lib/links/proof-of-work';
import { logLinkPageError, payPublicLink, readPublicLink, recordVisit } from '@/lib/links/public';
import { isVisit } from '../_page/is-visit';
import { LinkSheet } from '../_page/link-sheet';
import { buildLinkPageHeaders } from '../_page/page-headers';
import { newToken, ownPaymentCookie, ownPaymentFromCookie, readForm } from '../_page/read-form';
import { type LinkFormField, type LinkFormRefusal, toLinkFormRefusal } from '../_page/refusal';
import { type LinkFormState, type LinkPageView, paymentHref } from '../_page/view';

export const dynamic = 'force-dynamic';

interface Context {
  readonly params: Promise<{ readonly id: string }>;
}

export async function GET(request: Request, { params }: Context) {
  return shown(request, (await params).id);
}

/** Responds like GET without a body, and counts no visit. */
export async function HEAD(request: Request, { params }: Context) {
  const { status, headers } = await shown(request, (await params).id);
  return new Response(null, { status, headers });
}

/** Creates a payment and redirects to its page, or shows why no payment was created. */
export async function POST(request: Request, { params }: Context) {
  const { id } = await params;
  const sent = await readForm(request);
  try {
    if (!sent) throw new Problem('invalid_request', 'The body is not a submission of the form.');
    const click = { ...sent, ownCheckoutId: ownPaymentFromCookie(request) };
    const made = await payPublicLink(id, click, request.headers);
    const headers = buildLinkPageHeaders('en');
    headers.set('location', paymentHref(made.checkoutId, requestedLanguage(request)));
    headers.set('set-cookie', ownPaymentCookie(made));
    return new Response(null, { status: 303, headers });
  } catch (error) {
    const answer = await shown(request, id, { error, sent });
    // Without this header, Back would show an error page instead of the response to the form.
    answer.headers.set('cache-control', 'private, no-cache');
    return answer;
  }
}

const NOTHING_SENT = { amount: undefined, note: '', name: '', email: '' };

/** A submit that created no payment. */
interface RefusedClick {
  readonly error: unknown;
  readonly sent: Pick<LinkFormState, LinkFormField> | undefined;
}

async function shown(request: Request, id: string, refused?: RefusedClick): Promise<Response> {
  const read = () => readPublicLink(id, ownPaymentFromCookie(request));
  const { language, found: link } = await readPageSubject(request, read, logLinkPageError);
  if (link === 'unknown') return messageResponse('unknownLink', language);
  if (link === 'altered') return messageResponse('altered', language);
  if (link === 'unavailable') return messageResponse('unavailable', language);
  const { embedOrigins } = link;
  const refusal: LinkFormRefusal = refused
    ? toLinkFormRefusal(refused.error, link)
    : { status: 200 };
  const { status, faults, notice, retryAfterSeconds, needsProof = false } = refusal;
  if (status === 503) {
    logLinkPageError(refused?.error, id);
    return messageResponse('unavailable', language, { embedOrigins, retryAfterSeconds });
  }
  if (request.method === 'GET' && isVisit(request.headers)) await recordVisit(link);
  const token = newToken();
  const view: LinkPageView = {
    link,
    wording: wordingIn(language, link.merchantName),
    requested: requestedLanguage(request),
    form: { ...(refused?.sent ?? NOTHING_SENT), faults, notice },
    challenge: needsProof ? challengeOf(id, token) : undefined,
    token,
  };
  const headers = buildLinkPageHeaders(language, {
    embedOrigins,
    accent: link.face.accent,
    needsProof,
  });
  if (retryAfterSeconds) headers.set('retry-after', String(retryAfterSeconds));
  return pageResponse(status, createElement(LinkSheet, { view }), headers);
}
