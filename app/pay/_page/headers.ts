import { createHash } from 'node:crypto';
import type { Language } from '@/lib/domain/language';
import { FONT_FACES, SCRIPT, STYLE } from './assets';

const sourceHash = (text: string) =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Only the inline script and styles are allowed, and only this server can be reached. */
const POLICY = [
  "default-src 'none'",
  `script-src ${sourceHash(SCRIPT)}`,
  `style-src ${sourceHash(STYLE + FONT_FACES)}`,
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

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
export function pageHeaders(language: Language, embedOrigins: readonly string[] = []): Headers {
  const headers = privateHeaders();
  const frames = embedOrigins.length > 0 ? embedOrigins.join(' ') : "'none'";
  headers.set('content-type', 'text/html; charset=utf-8');
  headers.set('content-language', language);
  headers.set('content-security-policy', `${POLICY}; frame-ancestors ${frames}`);
  headers.set('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
  headers.set('cross-origin-opener-policy', 'same-origin');
  return headers;
}
