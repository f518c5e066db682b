/** Statuses that firewalls and bot protection answer in place of the endpoint. */
const CHALLENGE_STATUSES = new Set([401, 403, 405, 406, 409, 429, 503]);

/** Texts on the pages of common products. */
const CHALLENGE_TEXTS =
  /just a moment|attention required|checking your browser|captcha|cf-chl|_incapsula_|ddos protection|request unsuccessful|enable javascript/i;

/** On the refusals of Django, Rails, Laravel and Express for a form without their token. */
const CSRF_TEXTS = /csrf|cross-site request forgery|invalidauthenticitytoken|page expired/i;
/** 419 is Laravel’s, 422 Rails’. */
const CSRF_STATUSES = new Set([400, 403, 419, 422]);

/**
 * Whether the answer shows that it is a challenge to a browser: a header or words that products of
 * this kind send. A bare 403 or 503 can be anything's.
 */
export function isChallengePage(
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

/** Whether a web framework refused the request for want of its token against forged forms. */
export function isCsrfRefusal(status: number, bodyHead: Buffer): boolean {
  return CSRF_STATUSES.has(status) && CSRF_TEXTS.test(bodyHead.toString('latin1'));
}

/** Whether a redirect leads to a login page, judged by words in its path or host. */
export function isLoginRedirect(location: string): boolean {
  const [target = ''] = location.split(/[?#]/, 1);
  return /(^|[/._-])(log[-_]?in|sign[-_]?in|sso|saml|oauth2?|auth|session|accounts?)([/._-]|$)/i.test(
    target,
  );
}
