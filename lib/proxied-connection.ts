import type { RequestOptions } from 'node:http';
import tls from 'node:tls';
import { connectThrough } from '@/lib/net/socks-proxy';

export type CreateConnection = NonNullable<RequestOptions['createConnection']>;

/**
 * Returns a `createConnection` for Node.js's http and https, whose connections go through a SOCKS5
 * proxy. The proxy resolves the name.
 */
export function proxiedConnection(proxy: URL, secure: boolean): CreateConnection {
  return (options, done) => {
    const host = options.host ?? '';
    connectThrough(proxy, { host, port: Number(options.port) })
      .then((socket) =>
        secure ? tls.connect({ ...(options as object), socket, servername: host }) : socket,
      )
      .then(
        (socket) => done(null, socket),
        // Node.js ignores the second argument after an error.
        (error: Error) => done(error, undefined as never),
      );
    return undefined;
  };
}
