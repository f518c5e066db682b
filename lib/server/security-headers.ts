import { type IncomingMessage, ServerResponse } from 'node:http';

const YEAR_SECONDS = 365 * 24 * 3_600;

/**
 * The policy of responses that are not pages. A browser that shows such a response runs no script
 * and allows no frame.
 */
const BARE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
const MAY_BE_FRAMED = /frame-ancestors (?!'none')/;

export type HeaderFields = Readonly<Record<string, string>>;

/**
 * Returns the security headers of every response that does not set its own. Pages set a policy with
 * a nonce.
 *
 * @param appUrl the public URL; with https also Strict-Transport-Security (HSTS)
 */
export function securityHeaders(appUrl: URL): HeaderFields {
  return {
    'content-security-policy': BARE_POLICY,
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    ...(appUrl.protocol === 'https:' && {
      'strict-transport-security': `max-age=${YEAR_SECONDS}`,
    }),
  };
}

/**
 * Whether a page's script calls a server action. Actions catch all of their own errors, so a 500
 * from Next.js means that it could not decode the body.
 */
const isAction = ({ headers }: IncomingMessage) => headers['next-action'] !== undefined;

/** Returns a response class that sends these headers, whatever code writes the response. */
export function responseClassWith(fields: HeaderFields): typeof ServerResponse {
  return class<R extends IncomingMessage = IncomingMessage> extends ServerResponse<R> {
    /**
     * Next.js sets a route handler's headers as one-element lists, which other code does not
     * expect.
     */
    override setHeader(name: string, value: number | string | readonly string[]): this {
      const isList = Array.isArray(value) && value.length === 1;
      return super.setHeader(name, isList ? value[0] : value);
    }

    /** Node calls this for every response, even when only a body is written. */
    override writeHead(given: number, ...rest: unknown[]): this {
      const status = given === 500 && isAction(this.req) ? 400 : given;
      const policy = this.getHeader('content-security-policy');
      const mayBeFramed = typeof policy === 'string' && MAY_BE_FRAMED.test(policy);
      for (const [name, value] of Object.entries(fields)) {
        // X-Frame-Options cannot allow single sites.
        const contradicts = mayBeFramed && name === 'x-frame-options';
        if (!contradicts && !this.hasHeader(name)) this.setHeader(name, value);
      }
      return super.writeHead(status, ...(rest as []));
    }
  };
}
