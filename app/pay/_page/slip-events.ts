import {
  logPageFault,
  noteView,
  type PublicPayment,
  readPublicPayment,
  serverNow,
  watchPublicPayment,
} from '@/lib/payments/public';
import type { Language } from './languages';
import { slipUpdate, viewOf } from './render';

/** Often enough that proxies keep the connection, and that the page soon misses it. */
const BEAT_MS = 15_000;

/** How long a browser waits before it connects again. */
const RECONNECT_MS = 1_000;

/** Events that a page may be behind by: one that takes nothing would gather them for ever. */
const MAX_WAITING = 16;

/**
 * A stream of events: `slip` with a SlipUpdate at once and after every change, `beat` in between.
 * Undefined when this process serves as many pages as it can.
 */
export function slipEvents(
  payment: PublicPayment,
  language: Language,
  { method, signal }: Pick<Request, 'method' | 'signal'>,
): ReadableStream<Uint8Array> | undefined {
  // The web server would neither read the stream nor tell that nobody does.
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
    if ((writer.desiredSize ?? 0) > -MAX_WAITING) return;
    end();
    // By this name the web server knows that nobody need be told: the page will ask again.
    writer.abort(new DOMException('The page takes no events.', 'AbortError')).catch(() => {});
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
  // Tells of it once: who left while the payment was read has left already.
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });
  writer.closed.catch(end);
  write(`retry: ${RECONNECT_MS}\n\n`);
  // Read again now that nothing can be missed any more.
  readPublicPayment(payment.checkoutId).then((current) => show(current ?? payment), end);
  return channel.readable;
}
