import { buildNoStoreHeaders } from '@/app/pay/_page/headers';
import { requestedLanguage } from '@/app/pay/_page/languages';
import {
  EVENT_STREAM_HEADERS,
  eventStream,
  logRefundPageError,
  type PublicRefund,
  watchPublicRefund,
} from '@/lib/refunds/public';
import { loadRefundPage, type RefundContext } from '../../_page/load-refund-page';
import { renderRefundUpdate } from '../../_page/refund-update';
import { statusView } from '../../_page/view';

export const dynamic = 'force-dynamic';

/** Responses that refuse an event stream. The page then polls every few seconds. */
const REFUSALS = {
  unknown: 404,
  busy: 429,
  payment: 429,
  client: 429,
  server: 503,
  unavailable: 503,
};
const RETRY_AFTER_S = '60';

/** Sends server-sent events: the refund's current state first, then every change. */
export async function GET(request: Request, { params }: RefundContext) {
  const { language, refund } = await loadRefundPage(request, (await params).token);
  const headers = buildNoStoreHeaders();
  const view = (current: PublicRefund) => statusView(current, language, requestedLanguage(request));
  const events =
    typeof refund === 'string'
      ? refund
      : eventStream(
          (send, end) => {
            let latest = refund;
            const show = async (current: PublicRefund) => {
              latest = current;
              try {
                const update = JSON.stringify(await renderRefundUpdate(view(current)));
                if (latest === current) send('slip', update);
              } catch (error) {
                logRefundPageError(error);
                end();
              }
            };
            return watchPublicRefund(refund, request.headers, show, end);
          },
          { signal: request.signal },
        );
  if (typeof events === 'string') {
    if (events !== 'unknown') headers.set('retry-after', RETRY_AFTER_S);
    return new Response(null, { status: REFUSALS[events], headers });
  }
  for (const [name, value] of Object.entries(EVENT_STREAM_HEADERS)) headers.set(name, value);
  return new Response(events, { headers });
}
