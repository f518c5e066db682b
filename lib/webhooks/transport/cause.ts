import type { ExchangeFault, ExchangeResult, ExchangeStage } from './progress';

/** A stable code for programs, and a message for people. The message contains a remedy. */
export interface FailureCause {
  readonly code: string;
  readonly message: string;
}

/** Returns null on success. The message never contains a query parameter. */
export function causeOf(result: ExchangeResult): FailureCause | null {
  if (result.fault) return causeOfFault(result.fault);
  if (result.ok) return null;
  if (result.status === null) throw new Error('an exchange without a fault must have a status');
  return causeOfStatus(result.status, result);
}

function causeOfFault(fault: ExchangeFault): FailureCause {
  switch (fault.kind) {
    case 'blocked':
      return { code: 'blocked', message: fault.refusal.message };
    case 'unsigned':
      return {
        code: 'unsigned',
        message:
          'No signing secret of this API key could be read, so nothing was sent. Start the server with the SECRET_KEY it had before.',
      };
    case 'timeout':
      return { code: `timeout_${fault.stage}`, message: TIMEOUT_MESSAGES[fault.stage] };
    case 'dns':
      return {
        code: 'dns',
        message: `The host name of the URL has no address in DNS (${fault.code}). Check the spelling and the DNS entry.`,
      };
    case 'connect':
      return connectCause(fault.code);
    case 'tls':
      return tlsCause(fault.code);
    case 'reset':
      return {
        code: 'connection_reset',
        message: `The connection closed before a response (${fault.code}). Look for a crash or a firewall in front of the endpoint.`,
      };
    case 'not_http':
      return {
        code: 'not_http',
        message: `The response is not HTTP (${fault.code}). Check that the port belongs to your web server.`,
      };
  }
}

const TIMEOUT_MESSAGES: Readonly<Record<ExchangeStage, string>> = {
  dns: 'The DNS look-up timed out. Check the DNS servers of the domain.',
  connect:
    'The connection timed out. Check that the server is up and that its firewall allows the connection.',
  tls: 'The TLS handshake timed out. Check the server behind this port.',
  first_byte:
    'The endpoint accepted the connection but did not respond in time. Respond first and do slow work afterwards.',
};

function connectCause(code: string): FailureCause {
  if (code === 'ECONNREFUSED') {
    return {
      code: 'connection_refused',
      message:
        'No server accepts connections at this address and port. Check that the server is up.',
    };
  }
  if (code.startsWith('SOCKS_')) {
    return {
      code: 'unreachable',
      message: `The onion service cannot be reached through Tor (${code.slice(6)}). Check that it is up, and that the proxy of SOCKS_PROXY runs.`,
    };
  }
  return {
    code: 'unreachable',
    message: `The server cannot be reached (${code}). Check its address, its network and its firewall.`,
  };
}

const CERTIFICATE_FAULTS: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'The TLS certificate has expired. Renew it.',
  CERT_NOT_YET_VALID: 'The TLS certificate is not valid yet. Check its dates.',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'The TLS certificate is for another host name. Get one for the name in the URL.',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'The TLS certificate is self-signed. Get one from a public certificate authority.',
  SELF_SIGNED_CERT_IN_CHAIN:
    'The TLS certificate is from a private authority. Get one from a public authority.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'The server does not send its intermediate certificate. Configure the full certificate chain.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'The TLS certificate is from an unknown authority. Get one from a public authority.',
};

function tlsCause(code: string): FailureCause {
  const certificate = CERTIFICATE_FAULTS[code];
  if (certificate) return { code: 'tls_certificate', message: certificate };
  return {
    code: 'tls',
    message: `No TLS connection could be made (${code}). Check that the port speaks HTTPS.`,
  };
}

function causeOfStatus(status: number, result: ExchangeResult): FailureCause {
  if (isChallengePage(status, result.headers, result.bodyHead)) {
    return {
      code: 'challenge_page',
      message: `A firewall or bot protection returned ${status} with a page for browsers. Exempt the path of the webhook from it.`,
    };
  }
  if (isCsrfRefusal(status, result.bodyHead)) {
    return {
      code: 'csrf',
      message: `The endpoint returned ${status}: its web framework requires a CSRF token, which no webhook has. Exempt this path from that check (in Django: @csrf_exempt), and verify the signature instead.`,
    };
  }
  if (status >= 300 && status < 400) return redirectCause(status, result.headers.location);
  const known = STATUS_CAUSES[status];
  if (known) return { code: `http_${status}`, message: known };
  const advice =
    status >= 500
      ? 'The endpoint failed: check its log.'
      : 'The endpoint refused the webhook: return 2xx once an event is accepted.';
  return { code: `http_${status}`, message: `The endpoint returned ${status}. ${advice}` };
}

const STATUS_CAUSES: Readonly<Record<number, string>> = {
  401: 'The endpoint returned 401: it requires a login. Exempt the path of the webhook from the login, and verify the signature instead.',
  403: 'The endpoint returned 403. The likely cause is the CSRF protection of a web framework: exempt this path from it (in Django: @csrf_exempt), and verify the signature instead. Otherwise allow POST requests to this path in the proxy or firewall in front of it.',
  419: 'The endpoint returned 419, as Laravel does without a CSRF token. Exempt this path from that check, and verify the signature instead.',
  404: 'The endpoint returned 404: there is nothing at this path. Check the URL.',
  405: 'The endpoint returned 405: it does not accept POST requests at this path. Check the URL.',
  410: 'The endpoint returned 410: it is gone for good. Check the URL.',
  413: 'The endpoint returned 413: the webhook is too large for it. Let it accept bodies of 16 KiB.',
  429: 'The endpoint returned 429: it accepts no more requests for now. Exempt the path of the webhook from its limit.',
  502: 'The endpoint returned 502: the proxy in front of it cannot reach it. Check that the application is up.',
  503: 'The endpoint returned 503: it is not available for now. Check that the application is up.',
  504: 'The endpoint returned 504: the proxy in front of it timed out. Respond first and do slow work afterwards.',
};

function redirectCause(status: number, location: string | undefined): FailureCause {
  const to = location === undefined ? '' : ` to ${withoutQuery(location)}`;
  if (location !== undefined && isLoginRedirect(location)) {
    return {
      code: 'login_redirect',
      message: `The endpoint returned ${status} and redirects to a login${to}. Exempt the path of the webhook from the login.`,
    };
  }
  return {
    code: 'redirect',
    message: `The endpoint returned ${status} and redirects${to}. Redirects are not followed: use the final URL as webhook URL.`,
  };
}

const MAX_SHOWN_LOCATION = 200;

/** Removes the query and the fragment, which can contain secrets. */
function withoutQuery(location: string): string {
  return (location.split(/[?#]/, 1)[0] ?? '').slice(0, MAX_SHOWN_LOCATION);
}

const CHALLENGE_STATUSES = new Set([401, 403, 405, 406, 409, 429, 503]);

const CHALLENGE_TEXTS =
  /just a moment|attention required|checking your browser|captcha|cf-chl|_incapsula_|ddos protection|request unsuccessful|enable javascript/i;

/** Texts with which Django, Rails, Laravel and Express refuse a form without a CSRF token. */
const CSRF_TEXTS = /csrf|cross-site request forgery|invalidauthenticitytoken|page expired/i;
/** 419 is Laravel’s status, 422 is Rails’. */
const CSRF_STATUSES = new Set([400, 403, 419, 422]);

/**
 * Whether a firewall or bot protection has responded with a challenge for browsers. A header or
 * words in the text show this; a 403 or 503 alone proves nothing.
 */
function isChallengePage(
  status: number,
  headers: Readonly<Record<string, string>>,
  bodyHead: Buffer,
): boolean {
  if ('cf-mitigated' in headers || 'x-amzn-waf-action' in headers) return true;
  if (!CHALLENGE_STATUSES.has(status)) return false;
  const text = bodyHead.toString('latin1');
  const html = /html/i.test(headers['content-type'] ?? '') || /^\s*<(!doctype|html)/i.test(text);
  return html && CHALLENGE_TEXTS.test(text);
}

function isCsrfRefusal(status: number, bodyHead: Buffer): boolean {
  return CSRF_STATUSES.has(status) && CSRF_TEXTS.test(bodyHead.toString('latin1'));
}

/** Recognizes a login page by words in the path or the host. */
function isLoginRedirect(location: string): boolean {
  const [target = ''] = location.split(/[?#]/, 1);
  return /(^|[/._-])(log[-_]?in|sign[-_]?in|sso|saml|oauth2?|auth|session|accounts?)([/._-]|$)/i.test(
    target,
  );
}
