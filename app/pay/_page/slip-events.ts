import type { Language } from '@/lib/domain/language';
import {
  eventStream,
  logPaymentPageError,
  type PageWatchRefusal,
  type PublicPayment,
  recordPageView,
  serverNow,
  watchPublicPayment,
} from '@/lib/payments/public';
import { renderSlipUpdate } from './render';
import { toPageView } from './view';

/**
 * Returns a stream of events: `slip` with a SlipUpdate at the start and after every change, and
 * `beat` in between. If one more page would exceed a limit, returns that limit's name instead.
 */
export function slipEvents(
  payment: PublicPayment,
  language: Language,
  { method, headers, signal }: Pick<Request, 'method' | 'headers' | 'signal'>,
): ReadableStream<Uint8Array> | PageWatchRefusal {
  // The body of a HEAD response must be empty, because the web server neither reads nor cancels it.
  if (method === 'HEAD') return new Blob().stream();
  let latest = payment;
  return eventStream(
    (send, end) => {
      const show = async (current: PublicPayment) => {
        latest = current;
        try {
          const update = await renderSlipUpdate(toPageView(current, language, serverNow()));
          if (latest === current) send('slip', JSON.stringify(update));
        } catch (error) {
          logPaymentPageError(error);
          end();
        }
      };
      return watchPublicPayment(payment, headers, show, end);
    },
    { onBeat: () => recordPageView(latest), signal },
  );
}
