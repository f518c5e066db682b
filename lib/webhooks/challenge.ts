/** Statuses that firewalls and bot protection answer in place of the endpoint. */
const CHALLENGE_STATUSES = new Set([401, 403, 405, 406, 409, 429, 503]);

/** Texts on the pages of common products. */
const CHALLENGE_TEXTS =
  /just a moment|attention required|checking your browser|captcha|cf-chl|_incapsula_|ddos protection|access denied|request unsuccessful|enable javascript/i;

/** Whether the answer is a page for browsers rather than the endpoint's own. */
export function isChallengePage(
  status: number,
  headers: Readonly<Record<string, string>>,
  bodyHead: Buffer,
): boolean {
  if ('cf-mitigated' in headers || 'x-amzn-waf-action' in headers) return true;
  if (!CHALLENGE_STATUSES.has(status)) return false;
  const text = bodyHead.toString('latin1');
  const html = /html/i.test(headers['content-type'] ?? '') || /^\s*<(!doctype|html)/i.test(text);
  return html && (status === 403 || status === 503 || CHALLENGE_TEXTS.test(text));
}

/** Whether a redirect leads to a login page, judged by words in its path or host. */
export function isLoginRedirect(location: string): boolean {
  const [target = ''] = location.split(/[?#]/, 1);
  return /(^|[/._-])(log[-_]?in|sign[-_]?in|sso|saml|oauth2?|auth|session|accounts?)([/._-]|$)/i.test(
    target,
  );
}
