import { subscribe } from 'node:diagnostics_channel';
import { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * From now on an offer to go on in another protocol (Upgrade: h2c, which some HTTP clients make by
 * default) is not taken up, and the request answered as it stands (RFC 9110, 7.8). The framework
 * answers such a request never, and would wait for its connection when it stops.
 */
export function ignoreUpgrades(): void {
  // Speaks before anything is read, so that the first request counts too.
  subscribe('net.server.socket', (message) => {
    const { server } = (message as { socket: Socket & { server?: unknown } }).socket;
    if (server instanceof Server) server.removeAllListeners('upgrade');
  });
}
