import { type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { ExchangeFault, errorCode, type Stage } from './fault';
import type { TargetUrl } from './target-url';

/** The parser stops here, so that an endpoint cannot send endless headers. */
const MAX_HEADER_BYTES = 16_384;

/** All headers of a request, in wire order. */
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
 * Posts the body over an open connection and waits for the headers of the answer. Closes the
 * connection afterwards; does not follow redirects.
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
    // An unsolicited 101 would take the connection away from HTTP.
    outgoing.once('upgrade', () => fail({ kind: 'not_http', code: 'UPGRADE' }));
    outgoing.once('response', (response) => {
      clearTimeout(timer);
      resolve(response);
    });
    outgoing.end(body);
  });
}

/**
 * Reads the body of an answer up to its end or `maxBytes`, without waiting for the rest.
 *
 * @throws ExchangeFault when it neither ends nor reaches `maxBytes` within the limit; `keep` then
 * holds the received part
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
