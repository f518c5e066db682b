import { buildNoStoreHeaders } from '@/app/pay/_page/headers';
import { requestedLanguage } from '@/app/pay/_page/languages';
import { loadRefundPage, type RefundContext } from '../../_page/load-refund-page';
import { refundFacts, renderRefundUpdate } from '../../_page/refund-update';
import { statusView } from '../../_page/view';

export const dynamic = 'force-dynamic';

const REFUSALS = { busy: 429, unknown: 404, unavailable: 503 };

/** Refund pages that receive no events poll this route. */
export async function GET(request: Request, { params }: RefundContext) {
  const { language, refund } = await loadRefundPage(request, (await params).token);
  const headers = buildNoStoreHeaders();
  if (typeof refund === 'string') return new Response(null, { status: REFUSALS[refund], headers });
  const view = statusView(refund, language, requestedLanguage(request));
  const etag = `"${refundFacts(view).tag}"`;
  headers.set('etag', etag);
  if (request.headers.get('if-none-match') === etag) {
    return new Response(null, { status: 304, headers });
  }
  return Response.json(await renderRefundUpdate(view), { headers });
}
