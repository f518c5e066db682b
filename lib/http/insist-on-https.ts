import { subscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';

const YEAR_SECONDS = 365 * 24 * 3_600;

/** Tells browsers with every answer to come over https only, for a year (RFC 6797). */
export function insistOnHttps(): void {
  subscribe('http.server.request.start', (message) => {
    const { response } = message as { response: ServerResponse };
    response.setHeader('strict-transport-security', `max-age=${YEAR_SECONDS}`);
  });
}
