import { subscribe } from 'node:diagnostics_channel';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** More than the minute for which proxies and load balancers keep an idle connection as a rule. */
const IDLE_MS = 75_000;
/** A client that has just connected may be about to ask. */
const SILENT_MS = 1_000;
const LOOK_MS = 100;

export interface Connections {
  /**
   * Every answer ends its connection from now on, and once the server listens no more, whatever is
   * idle ends too. Node waits for all connections then, and of those that were busy or silent at
   * that moment it closes none by itself.
   */
  letGo(): void;
}

/**
 * Keeps idle connections open for longer than a proxy in front does. Otherwise a request that the
 * proxy sends into a connection that is just being closed is lost, and its client gets a 502.
 */
export function keepConnections(): Connections {
  const servers = new Set<Server>();
  const openedAt = new Map<Socket, number>();
  subscribe('net.server.socket', (message) => {
    const { socket } = message as { socket: Socket };
    openedAt.set(socket, performance.now());
    socket.once('close', () => openedAt.delete(socket));
  });
  subscribe('http.server.request.start', (message) => {
    const { server } = message as { server: Server };
    server.keepAliveTimeout = IDLE_MS;
    servers.add(server);
  });
  const closeIdle = () => {
    if ([...servers].some(({ listening }) => listening)) return;
    for (const server of servers) server.closeIdleConnections();
    const since = performance.now() - SILENT_MS;
    for (const [socket, at] of openedAt) if (socket.bytesRead === 0 && at < since) socket.destroy();
  };
  return {
    letGo: () => {
      subscribe('http.server.request.start', (message) => {
        const { response } = message as { response: ServerResponse };
        response.setHeader('connection', 'close');
      });
      setInterval(closeIdle, LOOK_MS).unref();
    },
  };
}
