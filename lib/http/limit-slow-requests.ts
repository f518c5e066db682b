import { subscribe } from 'node:diagnostics_channel';
import type { Server } from 'node:http';

/** How long a client may take to send a request, in ms. */
interface Patience {
  readonly headersMs: number;
  /** All of it: headers and body. */
  readonly wholeMs: number;
}

/** Long enough for 16 KiB over the worst of lines. Node's own are a minute and five. */
const PATIENCE: Patience = { headersMs: 15_000, wholeMs: 20_000 };

/**
 * Ends connections over which a request comes too slowly, so that a few clients cannot hold many
 * open (a "slowloris"). Node looks for them every half minute. Answers may take as long as they like.
 */
export function limitSlowRequests(patience = PATIENCE): void {
  subscribe('http.server.request.start', (message) => {
    const { server } = message as { server: Server };
    server.headersTimeout = patience.headersMs;
    server.requestTimeout = patience.wholeMs;
  });
}
