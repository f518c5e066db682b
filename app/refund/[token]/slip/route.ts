import { privateHeaders } from '@/app/pay/_page/headers';
import { requestedLanguage } from '@/app/pay/_page/languages';
import { openRefund, type RefundContext } from '../../_page/open-refund';
import { refundFacts, refundUpdate } from '../../_page/refund-update';
import { statusView } from '../../_page/view';

export const dynamic = 'force-dynamic';

const REFUSALS = { busy: 429, unknown: 404, unavailable: 503 };

/** Refund pages that receive no events poll this route. */
export async function GET(request: Request, { params }: RefundContext) {
  const { language, refund } = await openRefund(request, (await params).token);
  const headers = privateHeaders();
  if (typeof refund === 'string') return new Response(null, { status: REFUSALS[refund], headers });
  const view = statusView(refund, language, requestedLanguage(request));
  const etag = `"${refundFacts(view).tag}"`;
  headers.set('etag', etag);
  if (request.headers.get('if-none-match') === etag) {
    return new Response(null, { status: 304, headers });
  }
  return Response.json(await refundUpdate(view), { headers });
}
