import {
  logPageFault,
  noteView,
  type PublicPayment,
  readPublicPayment,
  serverNow,
  watchPublicPayment,
} from '@/lib/payments/public';
import type { Language } from './languages';
import { slipUpdate } from './render';
import { viewOf } from './view';

/** Keeps proxies from closing the connection, and lets the page notice a lost one. */
const BEAT_MS = 15_000;

/** How long a browser waits before it connects again. */
const RECONNECT_MS = 1_000;

/** The most events queued for a page that does not read them. */
const MAX_QUEUED = 16;

/**
 * A stream of events: `slip` with a SlipUpdate at once and after every change, `beat` in between.
 * Undefined when this process has reached its limit of open pages.
 */
export function slipEvents(
  payment: PublicPayment,
  language: Language,
  { method, signal }: Pick<Request, 'method' | 'signal'>,
): ReadableStream<Uint8Array> | undefined {
  // The web server does not read the body of a HEAD response, nor cancel it.
  if (method === 'HEAD') return new Blob().stream();
  const encoder = new TextEncoder();
  const channel = new TransformStream<string, Uint8Array>({
    transform: (text, controller) => controller.enqueue(encoder.encode(text)),
  });
  const writer = channel.writable.getWriter();
  let open = true;
  let latest = payment;
  const end = () => {
    if (!open) return;
    open = false;
    clearInterval(beat);
    unwatch?.();
    writer.close().catch(() => {});
  };
  const write = (text: string) => {
    if (!open) return;
    writer.write(text).catch(end);
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
      const update = await slipUpdate(viewOf(current, language, serverNow()));
      write(`event: slip\ndata: ${JSON.stringify(update)}\n\n`);
    } catch (error) {
      logPageFault(error);
      end();
    }
  };
  const beat = setInterval(() => {
    write(`event: beat\ndata: ${Date.now()}\n\n`);
    noteView(latest);
  }, BEAT_MS);
  const unwatch = watchPublicPayment(payment, show, end);
  if (!unwatch) {
    clearInterval(beat);
    return undefined;
  }
  // The event fires once: check for a page that left earlier.
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });
  writer.closed.catch(end);
  write(`retry: ${RECONNECT_MS}\n\n`);
  // Read again, since a change before the watch began would be missed.
  readPublicPayment(payment.checkoutId).then((current) => show(current ?? payment), end);
  return channel.readable;
}
