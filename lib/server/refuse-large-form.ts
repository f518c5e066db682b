import type { IncomingMessage, ServerResponse } from 'node:http';
import { dropRest } from './drop-rest';
import { FOR_PROGRAMS } from './requests';

/** No form of a page is nearly as large. As in next.config.mjs, for forms that do not say their length. */
const MAX_BYTES = 64 * 1_024;

/**
 * Refuses a large form to a page: Next.js would keep all of it in memory before the page sees it, and
 * then fail. Paths for programs have limits of their own, and answers that say so.
 *
 * @returns whether it has answered
 */
export function refuseLargeForm(request: IncomingMessage, response: ServerResponse): boolean {
  const { url = '', headers } = request;
  if (FOR_PROGRAMS.test(url) || !(Number(headers['content-length']) > MAX_BYTES)) return false;
  response.writeHead(413, { 'content-type': 'text/plain; charset=utf-8' });
  response.end('This form is too large.\n');
  dropRest(request);
  return true;
}
