import { createHash } from 'node:crypto';
import type { Language } from '@/lib/domain/language';
import { FONT_FACES, SCRIPT, STYLE } from './assets';

const sourceHash = (text: string) =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

interface AllowedSources {
  /** Inline styles, without the font faces, which every page has. */
  readonly style: string;
  readonly script?: string;
  /** Whether the page sends forms, to this server. */
  readonly forms?: boolean;
}

/** Only these inline styles and script are allowed, and only this server can be reached. */
export function policyOf({ style, script, forms = false }: AllowedSources): string {
  return [
    "default-src 'none'",
    `script-src ${script === undefined ? "'none'" : sourceHash(script)}`,
    `style-src ${sourceHash(style + FONT_FACES)}`,
    "font-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    `form-action ${forms ? "'self'" : "'none'"}`,
  ].join('; ');
}

const POLICY = policyOf({ style: STYLE, script: SCRIPT });

/** Headers of everything under a payment page's URL. */
export function privateHeaders(): Headers {
  return new Headers({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
    vary: 'accept-language',
  });
}

/** Headers of the page. @param embedOrigins origins that may show it in a frame */
export function pageHeaders(
  language: Language,
  embedOrigins: readonly string[] = [],
  policy = POLICY,
): Headers {
  const headers = privateHeaders();
  const frames = embedOrigins.length > 0 ? embedOrigins.join(' ') : "'none'";
  headers.set('content-type', 'text/html; charset=utf-8');
  headers.set('content-language', language);
  headers.set('content-security-policy', `${policy}; frame-ancestors ${frames}`);
  headers.set('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
  headers.set('cross-origin-opener-policy', 'same-origin');
  return headers;
}
