import { type IncomingMessage, ServerResponse } from 'node:http';

const YEAR_SECONDS = 365 * 24 * 3_600;

/** For responses other than pages: a browser runs no script in them, and allows no frame. */
const BARE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
const MAY_BE_FRAMED = /frame-ancestors (?!'none')/;

export type HeaderFields = Readonly<Record<string, string>>;

/**
 * Returns the headers of responses that do not set their own; pages set a policy with a nonce.
 *
 * @param appUrl the public URL; if it is https, Strict-Transport-Security (HSTS) is added
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
 * Whether a page's script calls a server action. Our actions catch their own errors, so a 500 means
 * that Next.js could not decode the body.
 */
const isAction = ({ headers }: IncomingMessage) => headers['next-action'] !== undefined;

/** Returns a response class that always sends these headers, whichever code writes the response. */
export function responseClassWith(fields: HeaderFields): typeof ServerResponse {
  return class<R extends IncomingMessage = IncomingMessage> extends ServerResponse<R> {
    /**
     * Unwraps the one-element lists in which Next.js sets a route handler's headers, because other
     * code does not expect lists.
     */
    override setHeader(name: string, value: number | string | readonly string[]): this {
      const isList = Array.isArray(value) && value.length === 1;
      return super.setHeader(name, isList ? value[0] : value);
    }

    /** Node calls this for every response, even if only a body is written. */
    override writeHead(given: number, ...rest: unknown[]): this {
      const status = given === 500 && isAction(this.req) ? 400 : given;
      const policy = this.getHeader('content-security-policy');
      const mayBeFramed = typeof policy === 'string' && MAY_BE_FRAMED.test(policy);
      for (const [name, value] of Object.entries(fields)) {
        // X-Frame-Options cannot allow single sites, so it would contradict a policy that does.
        const contradicts = mayBeFramed && name === 'x-frame-options';
        if (!contradicts && !this.hasHeader(name)) this.setHeader(name, value);
      }
      return super.writeHead(status, ...(rest as []));
    }
  };
}
