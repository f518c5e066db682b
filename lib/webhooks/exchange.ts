import { type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { ExchangeFault, errorCode, type Stage } from './fault';
import type { TargetUrl } from './target-url';

/** The parser stops at this: a receiver cannot make us hold endless headers. */
const MAX_HEADER_BYTES = 16_384;

/** All headers of a request, in the order they go over the wire. */
export function wireHeaders(
  url: URL,
  headers: Readonly<Record<string, string>>,
  bodyBytes: number,
): Record<string, string> {
  return {
    Host: url.host,
    ...headers,
    'Content-Length': String(bodyBytes),
    Connection: 'close',
  };
}

/**
 * Posts the body over an open connection that is closed afterwards, and waits for the answer's
 * headers. Redirects are not followed.
 *
 * @throws ExchangeFault
 */
export function post(
  socket: Socket,
  target: TargetUrl,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
  limitMs: number,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = request({
      createConnection: () => socket,
      method: 'POST',
      path: `${target.url.pathname}${target.url.search}`,
      headers: wireHeaders(target.url, headers, body.length),
      setHost: false,
      maxHeaderSize: MAX_HEADER_BYTES,
    });
    const fail = (fault: ExchangeFault['fault']) => {
      clearTimeout(timer);
      outgoing.destroy();
      reject(new ExchangeFault(fault));
    };
    const timer = setTimeout(() => fail({ kind: 'timeout', stage: 'first_byte' }), limitMs);
    outgoing.on('error', (error) => fail(connectionFault(error, 'first_byte')));
    // 101 would take the connection away from HTTP: nobody asked for that.
    outgoing.once('upgrade', () => fail({ kind: 'not_http', code: 'UPGRADE' }));
    outgoing.once('response', (response) => {
      clearTimeout(timer);
      resolve(response);
    });
    outgoing.end(body);
  });
}

/**
 * Reads an answer's body until it ends or `maxBytes` are there; the rest is not waited for.
 *
 * @throws ExchangeFault when it neither ends nor grows to `maxBytes` within the limit; `keep`
 * holds what had come by then
 */
export function readBody(
  response: IncomingMessage,
  maxBytes: number,
  limitMs: number,
  keep: (chunk: Buffer) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let bytes = 0;
    let over = false;
    const end = (fault?: ExchangeFault['fault']) => {
      if (over) return;
      over = true;
      clearTimeout(timer);
      response.destroy();
      if (fault) reject(new ExchangeFault(fault));
      else resolve();
    };
    const timer = setTimeout(() => end({ kind: 'timeout', stage: 'body' }), limitMs);
    response.on('data', (chunk: Buffer) => {
      if (bytes < maxBytes) keep(chunk.subarray(0, maxBytes - bytes));
      bytes += chunk.length;
      if (bytes >= maxBytes) end();
    });
    response.once('end', () => end());
    response.on('error', (error) => end(connectionFault(error, 'body')));
    response.once('close', () => end({ kind: 'reset', stage: 'body', code: 'ECONNRESET' }));
  });
}

function connectionFault(error: unknown, stage: Stage): ExchangeFault['fault'] {
  const code = errorCode(error);
  return code.startsWith('HPE_') ? { kind: 'not_http', code } : { kind: 'reset', stage, code };
}
