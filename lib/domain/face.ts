import { isEmail } from './email';
import { isOneLine } from './one-line';
import { parseUrl } from './parse-url';

/** The merchant's logo as it is served. It is a PNG without metadata. */
export interface Logo {
  /** The name of the logo's file: a hash of its bytes. */
  readonly hash: string;
  /** The size in pixels, twice the size on the page. */
  readonly width: number;
  readonly height: number;
}

/**
 * The branding that customers see besides the merchant's name. A field is null if it is not set.
 */
export interface Face {
  readonly logo: Logo | null;
  /** The chosen color, such as `#2a3fb0`; lib/domain/accent.ts adjusts it to each theme. */
  readonly accent: string | null;
  readonly supportEmail: string | null;
  readonly supportPhone: string | null;
  readonly imprintUrl: string | null;
  readonly termsUrl: string | null;
}

/** The parts of the branding that a merchant types. The logo is uploaded separately. */
export type FaceSettings = Omit<Face, 'logo'>;

export const NO_FACE: Face = {
  logo: null,
  accent: null,
  supportEmail: null,
  supportPhone: null,
  imprintUrl: null,
  termsUrl: null,
};

/** Maximum size of an uploaded file. */
export const MAX_LOGO_BYTES = 256 * 1024;
/**
 * Maximum width and height of an uploaded image. The limit of bytes is not enough, because a small
 * file can contain a huge image.
 */
export const MAX_LOGO_SIDE = 2_000;

/** Whether a text is a color in the form of an HTML color input. */
export function isColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/.test(text);
}

/**
 * Whether a text is an e-mail address that is safe in a mailto link. No part of it can be read as a
 * header of the mail.
 */
export function isSupportEmail(text: string): boolean {
  return isEmail(text) && !/[?&%#/]/.test(text);
}

/** Whether a text can be dialed. It consists of digits, with spaces and marks between them. */
export function isPhone(text: string): boolean {
  return /^\+?[\d\s().\-/]{3,40}$/.test(text) && /\d{3}/.test(text.replace(/\D/g, ''));
}

/** Whether a text is an https URL without a user name or password. */
export function isPublicPage(text: string): boolean {
  const url = parseUrl(text);
  if (!url || /\s/.test(text) || !isOneLine(text)) return false;
  return url.protocol === 'https:' && url.username + url.password === '';
}
