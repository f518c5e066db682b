import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { Readable } from 'node:stream';
import { createSocksConnector } from '@/lib/create-socks-connector';

interface Options {
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** Replaces the `fetch` of Node.js, which does not support a SOCKS5 proxy, for GET requests. */
export function createProxiedFetch(proxy: URL, { protocol }: URL) {
  const isSecure = protocol === 'https:';
  const { request, Agent } = isSecure ? https : http;
  // Connections are reused, because opening one through Tor takes seconds.
  const agent = Object.assign(new Agent({ keepAlive: true }), {
    createConnection: createSocksConnector(proxy, isSecure),
  });
  return (url: string, options: Options) =>
    new Promise<Response>((resolve, reject) => {
      const sent = request(url, { agent, ...options }, (response) =>
        resolve(webResponse(response)),
      );
      sent.on('error', reject).end();
    });
}

function webResponse(response: IncomingMessage): Response {
  const { statusCode: status = 0, headers } = response;
  const isEmpty = [204, 205, 304].includes(status);
  const named = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
  const body = isEmpty ? null : (Readable.toWeb(response) as ReadableStream);
  return new Response(body, { status, headers: named.map(([name, value]) => [name, value]) });
}
