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
  // The web server neither reads nor cancels the body of a HEAD response, so the body must be
  // empty.
  if (method === 'HEAD') return new Blob().stream();
  let latest = payment;
  return eventStream(
    (send, end) => {
      const show = async (current: PublicPayment) => {
        latest = current;
        try {
          const update = await slipText(current, language);
          if (latest === current) send('slip', update);
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

const rendered = new WeakMap<PublicPayment, Map<Language, Promise<string>>>();

/** Pages that get the same payment object share one rendering. */
function slipText(payment: PublicPayment, language: Language): Promise<string> {
  const ofPayment = rendered.get(payment) ?? new Map<Language, Promise<string>>();
  rendered.set(payment, ofPayment);
  const known = ofPayment.get(language);
  if (known) return known;
  const made = renderSlipUpdate(toPageView(payment, language, serverNow())).then((update) =>
    JSON.stringify(update),
  );
  ofPayment.set(language, made);
  return made;
}
