import { SocksError } from '@/lib/net/socks-proxy';
import { SourceError } from '../source';

export const isWebPage = (text: string) => /^\s*<(!doctype|html|\?xml)/i.test(text);

/** Returns the fault of a source that responds with 401. */
export function credentialsFault(name: string, { username, password }: URL): SourceError {
  return username || password
    ? new SourceError('unauthorized', `the ${name} rejects the user name or password`)
    : new SourceError(
        'no_credentials',
        `the ${name} asks for a user name and password, and the URL has none: http://user:password@host:port`,
      );
}

/**
 * OpenSSL's message for a response that is not TLS. The error code differs between the HTTP clients
 * of Node.js.
 */
const NOT_TLS = /wrong version number|packet length too long/;

/** Returns the fault of a source that does not respond. `cause` is the error of the connection. */
export function connectionFault(name: string, host: string, cause: unknown): SourceError {
  const { message = '', code } = cause as { message?: string; code?: unknown };
  if (NOT_TLS.test(message)) {
    return new SourceError(
      'no_tls',
      `nothing speaks TLS at ${host}: use http:// instead of https://`,
      { cause },
    );
  }
  if (cause instanceof SocksError) {
    return new SourceError('unreachable', `no answer from the ${name} at ${host}: ${message}`, {
      cause,
    });
  }
  const why = typeof code === 'string' ? ` (${code})` : '';
  return new SourceError('unreachable', `no answer from the ${name} at ${host}${why}`, { cause });
}
