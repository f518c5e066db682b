import { subscribe } from 'node:diagnostics_channel';
import type { Server } from 'node:http';

/** More than the minute for which proxies and load balancers keep an idle connection as a rule. */
const IDLE_MS = 75_000;

/**
 * Keeps idle connections open for longer than a proxy in front does. Otherwise a request that the
 * proxy sends into a connection that is just being closed is lost, and its client gets a 502.
 */
export function outlastProxies(): void {
  subscribe('http.server.request.start', (message) => {
    const { server } = message as { server: Server };
    server.keepAliveTimeout = IDLE_MS;
  });
}
