/**
 * Beats keep proxies from closing the connection. A page that misses beats knows that its
 * connection is lost.
 */
const BEAT_MS = 10_000;
const MAX_QUEUED = 16;
/** How long a browser waits before it reconnects. */
const RECONNECT_MS = 1_000;

type SendEvent = (event: string, data: string) => void;

/** Without these headers, proxies could delay messages by compressing or buffering the stream. */
export const EVENT_STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
} as const;

/**
 * Returns a body of server-sent events (HTML Standard, 9.2), with a `beat` every 10 seconds. If a
 * page does not read its messages, its stream ends and the page reconnects.
 *
 * @param start begins to send, and returns a function that stops it, or the reason for a refusal;
 *   `end` ends the stream
 * @param options.signal aborts when the page has left, which a body that nobody reads cannot detect
 * @returns the body, or the refusal of `start`
 */
export function eventStream<Refusal extends string>(
  start: (send: SendEvent, end: () => void) => (() => void) | Refusal,
  { onBeat, signal }: { onBeat?: () => void; signal?: AbortSignal } = {},
): ReadableStream<Uint8Array> | Refusal {
  const encoder = new TextEncoder();
  let refusal: Refusal | undefined;
  let leave = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      let open = true;
      let stop = () => {};
      const finish = (close: () => void) => {
        if (!open) return;
        open = false;
        clearInterval(beat);
        stop();
        close();
      };
      const write = (text: string) => {
        if (!open) return;
        controller.enqueue(encoder.encode(text));
        if ((controller.desiredSize ?? 0) > -MAX_QUEUED) return;
        // The web server does not log errors named AbortError.
        const why = new DOMException('The page does not read its events.', 'AbortError');
        finish(() => controller.error(why));
      };
      const send: SendEvent = (event, data) => write(`event: ${event}\n${linesOf(data)}\n`);
      const end = () => finish(() => controller.close());
      leave = () => finish(() => {});
      const beat = setInterval(() => {
        send('beat', '');
        onBeat?.();
      }, BEAT_MS);
      write(`retry: ${RECONNECT_MS}\n\n`);
      const started = start(send, end);
      if (typeof started === 'string') {
        refusal = started;
        return end();
      }
      stop = started;
      if (signal?.aborted) end();
      signal?.addEventListener('abort', end, { once: true });
      if (!open) stop();
    },
    cancel: () => leave(),
  });
  return refusal ?? body;
}

function linesOf(data: string): string {
  return data
    .split('\n')
    .map((line) => `data: ${line}\n`)
    .join('');
}
