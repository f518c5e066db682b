import type { IncomingMessage, ServerResponse } from 'node:http';
import { discardRequestBody } from './discard-request-body';
import { API_PATH_PATTERN } from './requests';

/**
 * Maximum size of a form, far above the size of any form of a page. next.config.mjs has the same
 * limit for forms without a stated length.
 */
const MAX_BYTES = 64 * 1_024;

/**
 * Refuses a large form for a page, because Next.js would buffer all of it and then fail. Paths for
 * programs have their own limits, with errors that explain them.
 *
 * @returns whether the response was sent
 */
export function refuseLargeForm(request: IncomingMessage, response: ServerResponse): boolean {
  const { url = '', headers } = request;
  if (API_PATH_PATTERN.test(url) || !(Number(headers['content-length']) > MAX_BYTES)) return false;
  response.writeHead(413, { 'content-type': 'text/plain; charset=utf-8' });
  response.end('This form is too large.\n');
  discardRequestBody(request);
  return true;
}
