import mono from '@fontsource-variable/atkinson-hyperlegible-mono/files/atkinson-hyperlegible-mono-latin-wght-normal.woff2?bytes';
import sansExt from '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-ext-wght-normal.woff2?bytes';
import sans from '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2?bytes';
import plainZero from '@/app/_ui/plain-zero.woff2?bytes';
import script from '../_client/page.ts?inline';
import style from './page.css?inline';
import { shortHash } from './short-hash';

/** Bundled and minified at build time. */
export const PAYMENT_PAGE_SCRIPT = script;
export const PAGE_CSS = style;

/** The characters that each font file contains, as the font packages declare them. */
const LATIN =
  'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD';
const LATIN_EXT =
  'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF';

const FILES = [
  { name: 'sans', family: 'Hyperlegible', bytes: sans, range: LATIN },
  { name: 'sans-ext', family: 'Hyperlegible', bytes: sansExt, range: LATIN_EXT },
  // Must come after `sans`, because browsers use the last font that has a character.
  { name: 'zero', family: 'Hyperlegible', bytes: plainZero, range: 'U+0030' },
  { name: 'mono', family: 'Hyperlegible Mono', bytes: mono, range: LATIN },
].map((file) => ({ ...file, path: `${file.name}-${shortHash(file.bytes)}.woff2` }));

/** The URLs contain a hash, so browsers may cache the fonts without a time limit. */
export const FONT_FACE_CSS = FILES.map(
  ({ family, path, range }) =>
    `@font-face{font-family:"${family}";src:url(../pay/fonts/${path}) format("woff2");font-weight:200 800;font-display:swap;unicode-range:${range}}`,
).join('');

export const PRELOADED_FONTS = FILES.filter(({ name }) => name === 'sans' || name === 'zero').map(
  ({ path }) => `../pay/fonts/${path}`,
);

export function fontFile(path: string): Uint8Array<ArrayBuffer> | undefined {
  return FILES.find((file) => file.path === path)?.bytes;
}
