import type { Language } from '@/lib/domain/language';
import {
  logPageFault,
  noteView,
  type PublicPayment,
  readPublicPayment,
  serverNow,
  type WatchRefusal,
  watchPublicPayment,
} from '@/lib/payments/public';
import { slipUpdate } from './render';
import { viewOf } from './view';

/** Keeps proxies from closing the connection, and lets the page notice a lost one. */
const BEAT_MS = 15_000;

/** How long a browser waits before it connects again. */
const RECONNECT_MS = 1_000;

/** The most events queued for a page that does not read them. */
const MAX_QUEUED = 16;

const encoder = new TextEncoder();

/**
 * A stream of events: `slip` with a SlipUpdate at once and after every change, `beat` in between; or
 * the limit that a further page would exceed.
 */
export function slipEvents(
  payment: PublicPayment,
  language: Language,
  { method, headers, signal }: Pick<Request, 'method' | 'headers' | 'signal'>,
): ReadableStream<Uint8Array> | WatchRefusal {
  // The web server does not read the body of a HEAD response, nor cancel it.
  if (method === 'HEAD') return new Blob().stream();
  const channel = new TransformStream<Uint8Array, Uint8Array>();
  const writer = channel.writable.getWriter();
  let open = true;
  let latest = payment;
  const end = () => {
    if (!open) return;
    open = false;
    clearInterval(beat);
    if (typeof unwatch === 'function') unwatch();
    writer.close().catch(() => {});
  };
  const write = (event: Uint8Array) => {
    if (!open) return;
    writer.write(event).catch(end);
    if ((writer.desiredSize ?? 0) > -MAX_QUEUED) return;
    end();
    // The web server does not log an AbortError; the page reconnects.
    writer
      .abort(new DOMException('The page does not read its events.', 'AbortError'))
      .catch(() => {});
  };
  const show = async (current: PublicPayment) => {
    latest = current;
    try {
      write(await slipEvent(current, language));
    } catch (error) {
      logPageFault(error);
      end();
    }
  };
  const beat = setInterval(() => {
    write(encoder.encode(`event: beat\ndata: ${Date.now()}\n\n`));
    noteView(latest);
  }, BEAT_MS);
  const unwatch = watchPublicPayment(payment, headers, show, end);
  if (typeof unwatch === 'string') {
    clearInterval(beat);
    return unwatch;
  }
  // The event fires once: check for a page that left earlier.
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });
  writer.closed.catch(end);
  write(encoder.encode(`retry: ${RECONNECT_MS}\n\n`));
  // Read again, since a change before the watch began would be missed. What the watch shows is newer.
  readPublicPayment(payment.checkoutId).then(
    (current) => (latest === payment ? show(current ?? payment) : undefined),
    end,
  );
  return channel.readable;
}

const rendered = new WeakMap<PublicPayment, Map<Language, Promise<Uint8Array>>>();

/** The event that shows a payment, rendered once for all pages that get this object. */
function slipEvent(payment: PublicPayment, language: Language): Promise<Uint8Array> {
  const ofPayment = rendered.get(payment) ?? new Map<Language, Promise<Uint8Array>>();
  rendered.set(payment, ofPayment);
  const known = ofPayment.get(language);
  if (known) return known;
  const made = slipUpdate(viewOf(payment, language, serverNow())).then((update) =>
    encoder.encode(`event: slip\ndata: ${JSON.stringify(update)}\n\n`),
  );
  ofPayment.set(language, made);
  return made;
}
