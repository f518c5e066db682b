import { EVENT_STREAM_HEADERS } from '@/lib/payments/public';
import { buildNoStoreHeaders } from '../../_page/headers';
import { loadPaymentPage, type PageContext } from '../../_page/open';
import { slipEvents } from '../../_page/slip-events';

export const dynamic = 'force-dynamic';

/** Responses that refuse an event stream. The page then polls every few seconds. */
const REFUSALS = {
  unavailable: { status: 503, after: 5, text: 'The payment cannot be read right now.' },
  server: { status: 503, after: 60, text: 'Too many payment pages are open on this server.' },
  payment: { status: 429, after: 60, text: 'This payment has too many open pages.' },
  client: { status: 429, after: 60, text: 'Too many payment pages are open from your IP address.' },
};

/** Sends server-sent events: the payment's current state first, then every change. */
export async function GET(request: Request, { params }: PageContext) {
  const { language, payment } = await loadPaymentPage(request, params);
  const headers = buildNoStoreHeaders();
  if (payment === 'unknown' || payment === 'altered')
    return new Response(null, { status: 404, headers });
  const events = payment === 'unavailable' ? payment : slipEvents(payment, language, request);
  if (typeof events === 'string') {
    const { status, after, text } = REFUSALS[events];
    headers.set('retry-after', String(after));
    headers.set('content-type', 'text/plain; charset=utf-8');
    return new Response(`${text}\n`, { status, headers });
  }
  for (const [name, value] of Object.entries(EVENT_STREAM_HEADERS)) headers.set(name, value);
  return new Response(events, { headers });
}
