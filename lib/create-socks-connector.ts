import type { RequestOptions } from 'node:http';
import tls from 'node:tls';
import { connectThrough } from '@/lib/net/socks-proxy';

export type CreateConnection = NonNullable<RequestOptions['createConnection']>;

/**
 * Returns a `createConnection` for Node.js's http and https. Its connections go through a SOCKS5
 * proxy, which also resolves the name.
 */
export function createSocksConnector(proxy: URL, secure: boolean): CreateConnection {
  return (options, done) => {
    const host = options.host ?? '';
    connectThrough(proxy, { host, port: Number(options.port) })
      .then((socket) =>
        secure ? tls.connect({ ...(options as object), socket, servername: host }) : socket,
      )
      .then(
        (socket) => done(null, socket),
        // The second argument does not matter, because Node.js ignores it after an error.
        (error: Error) => done(error, undefined as never),
      );
    return undefined;
  };
}
