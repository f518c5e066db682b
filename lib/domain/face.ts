import { isEmail } from './email';
import { isOneLine } from './one-line';
import { parseUrl } from './parse-url';

/** The merchant's logo as it is served: a PNG that contains only pixels. */
export interface Logo {
  /** The name of the logo's file: a hash of its bytes. */
  readonly hash: string;
  /** In pixels, twice the size on the page. */
  readonly width: number;
  readonly height: number;
}

/** What customers see of a merchant besides the name. A field is null if it is not set. */
export interface Face {
  readonly logo: Logo | null;
  /** The chosen color, such as `#2a3fb0`; lib/domain/accent.ts adjusts it to each theme. */
  readonly accent: string | null;
  readonly supportEmail: string | null;
  readonly supportPhone: string | null;
  readonly imprintUrl: string | null;
  readonly termsUrl: string | null;
}

/** The settings that a merchant types. The logo is uploaded instead. */
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
/** Maximum width and height of an uploaded image, because a small file can contain a huge image. */
export const MAX_LOGO_SIDE = 2_000;

/** Whether a text is a color as a color input writes it. */
export function isColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/.test(text);
}

/**
 * Whether a text can be the address of a mailto link, in which no part of it can be read as a
 * header.
 */
export function isSupportEmail(text: string): boolean {
  return isEmail(text) && !/[?&%#/]/.test(text);
}

/** Whether a text can be dialed: digits, with spaces and marks between them. */
export function isPhone(text: string): boolean {
  return /^\+?[\d\s().\-/]{3,40}$/.test(text) && /\d{3}/.test(text.replace(/\D/g, ''));
}

/** Whether a text is an https URL without user name and password. */
export function isPublicPage(text: string): boolean {
  const url = parseUrl(text);
  if (!url || /\s/.test(text) || !isOneLine(text)) return false;
  return url.protocol === 'https:' && url.username + url.password === '';
}
