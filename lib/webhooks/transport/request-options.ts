import type https from 'node:https';
import type { LookupFunction } from 'node:net';
import { createSocksConnector } from '@/lib/create-socks-connector';
import type { TargetLocation } from './target-guard';
import type { TargetUrl } from './target-url';

/** `net` tries the next address after a second (RFC 8305). */
const NEXT_ADDRESS = { autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 1_000 };
const MAX_ADDRESSES = 4;
const MAX_HEAD_BYTES = 65_536;

/** Returns a request's headers in the order in which they are sent. */
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
 * Returns the options of a POST. It goes to one of the checked addresses, without another DNS
 * look-up, or through the SOCKS proxy to an onion service.
 */
export function requestOptions(
  target: TargetUrl,
  { addresses, proxy }: TargetLocation,
  { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  ca: string | undefined,
): https.RequestOptions {
  const { url, hostname, port, secure } = target;
  const some = addresses.slice(0, MAX_ADDRESSES);
  const lookup: LookupFunction = (_hostname, { all }, callback) =>
    all ? callback(null, some) : callback(null, some[0]?.address ?? '', some[0]?.family);
  return {
    method: 'POST',
    protocol: url.protocol,
    host: hostname,
    port,
    path: url.pathname + url.search,
    headers: wireHeaders(url, headers, Buffer.byteLength(body)),
    // Node.js ignores `createConnection` if a request also sets an agent.
    ...(proxy ? { createConnection: createSocksConnector(proxy, secure) } : { agent: false }),
    lookup,
    ...NEXT_ADDRESS,
    // Accepts headers that other software accepts too, such as lines that end with LF alone.
    insecureHTTPParser: true,
    maxHeaderSize: MAX_HEAD_BYTES,
    ca,
  };
}
