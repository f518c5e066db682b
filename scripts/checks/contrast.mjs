import { readFileSync } from 'node:fs';
import path from 'node:path';

const TOKENS = path.join(import.meta.dirname, '../../app/_ui/tokens.css');

/** Required contrast ratios of WCAG 2.2: 1.4.3 for text below 24 px, 1.4.11 for controls. */
const TEXT = 4.5;
const CONTROL = 3;

const GROUNDS = ['paper', 'surface', 'ledger', 'sunken'];
const STATUSES = ['pending', 'detected', 'confirmed', 'idle', 'failed'];

/** The foreground, the background and the required contrast ratio of each pair. */
const PAIRS = [
  ...['ink', 'ink-2', 'ink-3', 'accent', ...STATUSES].flatMap((text) =>
    GROUNDS.map((ground) => [text, ground, TEXT]),
  ),
  ...STATUSES.map((status) => [status, `${status}-bg`, TEXT]),
  ...STATUSES.map((status) => ['ink', `${status}-bg`, TEXT]),
  ['accent', 'accent-tint', TEXT],
  ['ink', 'accent-tint', TEXT],
  ['on-accent', 'accent', TEXT],
  ['on-accent', 'accent-hover', TEXT],
  ...GROUNDS.map((ground) => ['rule-strong', ground, CONTROL]),
];

/**
 * Returns the colors of each theme of a token file.
 *
 * @param {string} css
 * @returns {Record<'light' | 'dark (system)' | 'dark (chosen)', Record<string, string>>}
 */
export function readThemes(css) {
  const light = colorsOf(css, ':root {');
  return {
    light,
    'dark (system)': { ...light, ...colorsOf(css, ':root:not([data-theme="light"]) {') },
    'dark (chosen)': { ...light, ...colorsOf(css, ':root[data-theme="dark"] {') },
  };
}

export function findContrastFaults(css) {
  const themes = readThemes(css);
  const networks = Object.keys(themes.light).filter((name) => name.startsWith('net-'));
  const pairs = [...PAIRS, ...networks.map((network) => ['on-net', network, TEXT])];
  const faults = Object.entries(themes).flatMap(([theme, colors]) =>
    pairs.flatMap(([front, back, least]) => {
      const [a, b] = [colors[front], colors[back]];
      if (!a || !b) return [`${theme}: --${a ? back : front} is not a colour of the token file`];
      const ratio = contrastRatio(a, b);
      if (ratio >= least) return [];
      return [`${theme}: --${front} on --${back} is ${ratio.toFixed(2)}:1, needs ${least}`];
    }),
  );
  const [system, chosen] = [themes['dark (system)'], themes['dark (chosen)']];
  const differing = Object.keys({ ...system, ...chosen }).filter((t) => system[t] !== chosen[t]);
  return [...faults, ...differing.map((token) => `--${token} differs between the two dark blocks`)];
}

function colorsOf(css, opening) {
  const start = css.indexOf(opening);
  if (start < 0) throw new Error(`the token file has no block "${opening}"`);
  const block = css.slice(start + opening.length, css.indexOf('}', start));
  const found = block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})\s*;/gi);
  return Object.fromEntries([...found].map(([, name, color]) => [name, color]));
}

/** Returns the contrast ratio of two sRGB colors (WCAG 2.2, "contrast ratio"). */
export function contrastRatio(a, b) {
  const [dark, bright] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (bright + 0.05) / (dark + 0.05);
}

function luminance(hex) {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function checkContrast() {
  return findContrastFaults(readFileSync(TOKENS, 'utf8'));
}
