import { type AccentColors, accentsByTheme } from '@/lib/domain/accent';

/**
 * Returns a style sheet that replaces the accent of tokens.css with the merchant's color in each
 * theme.
 */
export function accentStyle(color: string): string {
  const { light, dark } = accentsByTheme(color);
  const darkTokens = tokens(dark);
  return [
    `:root{${tokens(light)}}`,
    `@media(prefers-color-scheme:dark){:root:not([data-theme="light"]){${darkTokens}}}`,
    `:root[data-theme="dark"]{${darkTokens}}`,
  ].join('');
}

function tokens({ accent, hover, tint, text }: AccentColors): string {
  return `--accent:${accent};--accent-hover:${hover};--accent-tint:${tint};--on-accent:${text}`;
}
