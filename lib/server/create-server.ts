import { type RequestListener, Server, type ServerOptions } from 'node:http';
import type { AppUrls } from '@/lib/net/own-site';
import { isMalformed, refuseMalformed, sendBadRequest } from './refuse-malformed';
import { prepareRequest } from './requests';
import { responseClassWith, securityHeaders } from './security-headers';
import { ServerConnections } from './server-connections';

export interface WebServerLimits extends ServerOptions {
  /** How long a closing server waits for responses that are still being sent, in ms. */
  readonly lastAnswersTimeout?: number;
}

/** In ms. Node checks these limits only every half minute. */
const LIMITS = {
  // Enough to send 16 KiB over a bad line, but too short for a few clients to occupy many
  // connections ("slowloris"). Node's defaults are one and five minutes. Responses have no limit.
  headersTimeout: 15_000,
  requestTimeout: 20_000,
  // Proxies and load balancers usually keep idle connections for a minute. With a shorter limit
  // here, a proxy could send a request on a connection that closes at that moment.
  keepAliveTimeout: 75_000,
  lastAnswersTimeout: 15_000,
};

const CHECK_MS = 100;

export interface WebServer {
  readonly http: Server;
  endConnections(): void;
  /**
   * Stops listening and closes idle connections. Resolves once all responses are sent, or after the
   * time limit, because a client may never read its response.
   */
  close(): Promise<void>;
}

/**
 * Creates the HTTP server of this process, which passes each request to `answer`. Every response
 * has the security headers. Without a listener for "upgrade", node treats an offer of another
 * protocol, such as h2c, as an ordinary request (RFC 9110, 7.8).
 *
 * @param appUrls the URLs by which browsers reach the server; the first is the public URL
 */
export function createWebServer(
  answer: RequestListener,
  appUrls: AppUrls,
  limits: WebServerLimits = {},
): WebServer {
  let ending = false;
  const fields = securityHeaders(appUrls[0]);
  const { lastAnswersTimeout, ...rest } = { ...LIMITS, ...limits };
  const options = { ...rest, ServerResponse: responseClassWith(fields) };
  const http = new HttpServer(options);
  const connections = http.openConnections;
  http.on('request', (request, response) =>
    connections.start(request, response, () => {
      if (isMalformed(request)) return sendBadRequest(response);
      prepareRequest(request, appUrls);
      if (ending) response.setHeader('connection', 'close');
      answer(request, response);
    }),
  );
  refuseMalformed(http, connections, fields);
  return {
    http,
    endConnections: () => {
      ending = true;
    },
    close: async () => {
      const closed = new Promise((resolve) => http.close(resolve));
      const since = performance.now();
      // Node waits for all connections. It closes only connections that are idle when the server
      // begins to close, and no longer checks for slow requests. This interval closes the other
      // connections once they are idle, or after the time limit.
      const look = setInterval(() => {
        http.closeIdleConnections();
        connections.closeUnused();
        if (performance.now() - since > lastAnswersTimeout) http.closeAllConnections();
      }, CHECK_MS);
      await closed;
      clearInterval(look);
    },
  };
}

class HttpServer extends Server {
  readonly openConnections = new ServerConnections(this);

  /** Node considers a connection idle even while its last response is still being sent. */
  override closeIdleConnections(): void {
    if (!this.openConnections.isSending()) super.closeIdleConnections();
  }
}
