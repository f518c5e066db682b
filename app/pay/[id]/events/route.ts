import { privateHeaders } from '../../_page/headers';
import { openPage, type PageContext } from '../../_page/open';
import { slipEvents } from '../../_page/slip-events';

export const dynamic = 'force-dynamic';

const RETRY_AFTER_SECONDS = 5;

/** The slip as server-sent events: at once, and after every change. */
export async function GET(request: Request, { params }: PageContext) {
  const { language, payment } = await openPage(request, params);
  const headers = privateHeaders();
  if (payment === 'unknown') return new Response(null, { status: 404, headers });
  const events = payment === 'unavailable' ? undefined : slipEvents(payment, language, request);
  if (!events) {
    headers.set('retry-after', String(RETRY_AFTER_SECONDS));
    return new Response(null, { status: 503, headers });
  }
  headers.set('content-type', 'text/event-stream; charset=utf-8');
  // Proxies must not compress or buffer the stream, which would delay events.
  headers.set('cache-control', 'no-store, no-transform');
  headers.set('x-accel-buffering', 'no');
  return new Response(events, { headers });
}
