import { createHash } from 'node:crypto';
import type { Language } from '@/lib/domain/language';
import { accentStyle } from './accent-style';
import { FONT_FACE_CSS, PAGE_CSS, PAYMENT_PAGE_SCRIPT } from './assets';

const sourceHash = (text: string) =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

interface AllowedSources {
  /** The inline styles of this page, without the font faces, which every page has. */
  readonly style: string;
  readonly script?: string | undefined;
  /** The merchant's color, which is in a separate style sheet. */
  readonly accent?: string | null;
  /** Whether the page has forms that are sent to this server. */
  readonly forms?: boolean;
  /** The origin that forms are sent to instead of this server. */
  readonly formsTo?: string;
  /** Whether the page may set a base URL, which must be on this server. */
  readonly base?: boolean;
}

/**
 * Returns a Content-Security-Policy that allows only these styles, this script, and connections to
 * this server.
 */
export function pageSecurityPolicy(allowed: AllowedSources): string {
  const { style, script, accent, forms = false, formsTo = "'self'", base = false } = allowed;
  const styles = [style + FONT_FACE_CSS, ...(accent ? [accentStyle(accent)] : [])];
  return [
    "default-src 'none'",
    `script-src ${script === undefined ? "'none'" : sourceHash(script)}`,
    `style-src ${styles.map(sourceHash).join(' ')}`,
    "font-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    `base-uri ${base ? "'self'" : "'none'"}`,
    `form-action ${forms ? formsTo : "'none'"}`,
  ].join('; ');
}

const POLICY = pageSecurityPolicy({ style: PAGE_CSS, script: PAYMENT_PAGE_SCRIPT });

export function paymentPageSecurityPolicy(
  accent: string | null,
  forms: boolean,
  base = false,
): string {
  return accent === null && !forms && !base
    ? POLICY
    : pageSecurityPolicy({ style: PAGE_CSS, script: PAYMENT_PAGE_SCRIPT, accent, forms, base });
}

/** Headers of everything under a payment page's URL. */
export function buildNoStoreHeaders(): Headers {
  return new Headers({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
    vary: 'accept-language',
  });
}

/** @param embedOrigins origins that may show the page in a frame */
export function pageHeaders(
  language: Language,
  embedOrigins: readonly string[] = [],
  policy = POLICY,
): Headers {
  const headers = buildNoStoreHeaders();
  const frames = embedOrigins.length > 0 ? embedOrigins.join(' ') : "'none'";
  headers.set('content-type', 'text/html; charset=utf-8');
  headers.set('content-language', language);
  headers.set('content-security-policy', `${policy}; frame-ancestors ${frames}`);
  headers.set('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
  headers.set('cross-origin-opener-policy', 'same-origin');
  return headers;
}
