import { isEmail } from './email';
import { isOneLine } from './one-line';
import { parseUrl } from './parse-url';

/** The merchant's logo as served: a PNG without metadata. */
export interface Logo {
  readonly hash: string;
  /** In pixels, twice the size on the page. */
  readonly width: number;
  readonly height: number;
}

export interface Branding {
  readonly logo: Logo | null;
  /** Such as `#2a3fb0`; lib/domain/accent.ts adjusts it to each theme. */
  readonly accent: string | null;
  readonly supportEmail: string | null;
  readonly supportPhone: string | null;
  readonly imprintUrl: string | null;
  readonly termsUrl: string | null;
}

export type BrandingSettings = Omit<Branding, 'logo'>;

export const NO_BRANDING: Branding = {
  logo: null,
  accent: null,
  supportEmail: null,
  supportPhone: null,
  imprintUrl: null,
  termsUrl: null,
};

export const MAX_LOGO_BYTES = 256 * 1024;
/** In pixels. A limit in bytes is not enough, because a small file can be a huge image. */
export const MAX_LOGO_SIDE_PX = 2_000;

export function isColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/.test(text);
}

/**
 * Whether an e-mail address is safe in a mailto link, where some characters could begin a header.
 */
export function isSupportEmail(text: string): boolean {
  return isEmail(text) && !/[?&%#/]/.test(text);
}

export function isPhone(text: string): boolean {
  return /^\+?[\d\s().\-/]{3,40}$/.test(text) && /\d{3}/.test(text.replace(/\D/g, ''));
}

/** Whether a text is an https URL without a user name or password. */
export function isHttpsPage(text: string): boolean {
  const url = parseUrl(text);
  if (!url || /\s/.test(text) || !isOneLine(text)) return false;
  return url.protocol === 'https:' && url.username + url.password === '';
}
