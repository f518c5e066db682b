/** The most messages queued for a reader that does not read them. */
const MAX_QUEUED = 16;
/** How long a browser waits before it connects again. */
const RECONNECT_MS = 1_000;

/** Sends a message. The page of a queue that is full has left, or reads nothing: it reconnects. */
export type SendEvent = (event: string, data: string) => void;

/** Proxies must not compress or buffer the stream, which would delay messages. */
export const EVENT_STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
} as const;

/**
 * A body of server-sent events (HTML Standard, 9.2).
 *
 * @param start begins to send; `end` ends the stream. Returns what stops it, called once in any case
 * @throws what `start` throws
 */
export function eventStream(
  start: (send: SendEvent, end: () => void) => () => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let stop = () => {};
  return new ReadableStream<Uint8Array>({
    start(controller) {
      let open = true;
      const finish = (finally_: () => void) => {
        if (!open) return;
        open = false;
        stop();
        finally_();
      };
      const write = (text: string) => {
        if (!open) return;
        controller.enqueue(encoder.encode(text));
        if ((controller.desiredSize ?? 0) > -MAX_QUEUED) return;
        // The web server does not log an error with this name.
        const why = new DOMException('The page does not read its events.', 'AbortError');
        finish(() => controller.error(why));
      };
      write(`retry: ${RECONNECT_MS}\n\n`);
      const end = start(
        (event, data) => write(`event: ${event}\n${linesOf(data)}\n`),
        () => finish(() => controller.close()),
      );
      stop = end;
    },
    cancel: () => stop(),
  });
}

function linesOf(data: string): string {
  return data
    .split('\n')
    .map((line) => `data: ${line}\n`)
    .join('');
}
