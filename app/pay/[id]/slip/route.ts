import { privateHeaders } from '../../_page/headers';
import { openPage, type PageContext } from '../../_page/open';
import { slipUpdate } from '../../_page/render';
import { viewOf, viewTag } from '../../_page/view';

export const dynamic = 'force-dynamic';

/** Payment pages that receive no events poll this route. */
export async function GET(request: Request, { params }: PageContext) {
  const { language, now, payment } = await openPage(request, params);
  const headers = privateHeaders();
  if (payment === 'unknown' || payment === 'altered')
    return new Response(null, { status: 404, headers });
  if (payment === 'unavailable') return new Response(null, { status: 503, headers });
  const view = viewOf(payment, language, now);
  const etag = `"${viewTag(view)}"`;
  headers.set('etag', etag);
  if (request.headers.get('if-none-match') === etag) {
    return new Response(null, { status: 304, headers });
  }
  return Response.json(await slipUpdate(view), { headers });
}
