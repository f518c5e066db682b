import { buildNoStoreHeaders } from '../../_page/headers';
import { loadPaymentPage, type PageContext } from '../../_page/open';
import { renderSlipUpdate } from '../../_page/render';
import { hashPageView, toPageView } from '../../_page/view';

export const dynamic = 'force-dynamic';

/** Payment pages that receive no events poll this route. */
export async function GET(request: Request, { params }: PageContext) {
  const { language, now, payment } = await loadPaymentPage(request, params);
  const headers = buildNoStoreHeaders();
  if (payment === 'unknown' || payment === 'altered')
    return new Response(null, { status: 404, headers });
  if (payment === 'unavailable') return new Response(null, { status: 503, headers });
  const view = toPageView(payment, language, now);
  const etag = `"${hashPageView(view)}"`;
  headers.set('etag', etag);
  if (request.headers.get('if-none-match') === etag) {
    return new Response(null, { status: 304, headers });
  }
  return Response.json(await renderSlipUpdate(view), { headers });
}
