import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { isForApi } from './requests';

/** Maximum number of waiting pages: about two seconds of work. */
const MAX_WAITING = 100;
const RETRY_SECONDS = 5;
/** If a browser does not read its page, the next page waits no longer than this. */
const MAX_PAGE_MS = 2_000;
/** No page begins within this time after an API request. Most API requests are complete by then. */
const API_FIRST_MS = 25;
/**
 * API requests defer a page by at most this time, so pages are rendered even while the API is busy.
 */
const MAX_DEFER_MS = 100;

/** Paths for programs, and payment pages of customers, never wait. */
const FIRST = /^\/(?:v1|api|pay|i|invoice|link|refund|metrics|embed\.js|modal)(?:[/?#]|$)/;

interface Page {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Renders one page at a time, because rendering blocks the thread for milliseconds. Pages wait for
 * API requests. API requests and payment pages never wait. A page is refused while too many pages
 * wait, and is not rendered if its connection is lost.
 */
export function queuePages(answer: RequestListener): RequestListener {
  const waiting = new Set<Page>();
  let isRendering = false;
  let lastPageAt = Number.NEGATIVE_INFINITY;
  let lastApiRequestAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;

  const renderNext = () => {
    clearTimeout(timer);
    const [next] = waiting;
    if (!next || isRendering) return;
    const until = Math.min(lastApiRequestAt + API_FIRST_MS, lastPageAt + MAX_DEFER_MS);
    const deferMs = until - performance.now();
    if (deferMs > 0) {
      timer = setTimeout(renderNext, deferMs);
      return;
    }
    waiting.delete(next);
    isRendering = true;
    lastPageAt = performance.now();
    whenDone(next.response, MAX_PAGE_MS, () => {
      isRendering = false;
      renderNext();
    });
    answer(next.request, next.response);
  };
  return (request, response) => {
    const { url = '' } = request;
    if (isForApi(request)) lastApiRequestAt = performance.now();
    if (FIRST.test(url)) return answer(request, response);
    if (waiting.size >= MAX_WAITING) return refuse(response);
    const page = { request, response };
    waiting.add(page);
    response.once('close', () => waiting.delete(page));
    renderNext();
  };
}

/** Calls `done` when the response is sent or its connection is lost, or after this time. */
function whenDone(response: ServerResponse, limitMs: number, done: () => void): void {
  const timer = setTimeout(end, limitMs);
  response.once('close', end);
  function end() {
    clearTimeout(timer);
    response.off('close', end);
    done();
  }
}

function refuse(response: ServerResponse): void {
  response.writeHead(503, {
    'retry-after': String(RETRY_SECONDS),
    'content-type': 'text/plain; charset=utf-8',
  });
  response.end('The server has too many pages to render. Try again in a few seconds.\n');
}
