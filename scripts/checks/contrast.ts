import { contrast, MIN_TEXT_CONTRAST } from '@/lib/domain/accent';

/** WCAG 2.2, 1.4.11. */
const MIN_CONTROL_CONTRAST = 3;

const GROUNDS = ['paper', 'surface', 'ledger', 'sunken'];
const STATUSES = ['pending', 'detected', 'confirmed', 'idle', 'failed'];

/** The foreground, the background and the required contrast ratio of each pair. */
const PAIRS: readonly (readonly [string, string, number])[] = [
  ...['ink', 'ink-2', 'ink-3', 'accent', ...STATUSES].flatMap((text) =>
    GROUNDS.map((ground) => [text, ground, MIN_TEXT_CONTRAST] as const),
  ),
  ...STATUSES.map((status) => [status, `${status}-bg`, MIN_TEXT_CONTRAST] as const),
  ...STATUSES.map((status) => ['ink', `${status}-bg`, MIN_TEXT_CONTRAST] as const),
  ['accent', 'accent-tint', MIN_TEXT_CONTRAST],
  ['ink', 'accent-tint', MIN_TEXT_CONTRAST],
  ['on-accent', 'accent', MIN_TEXT_CONTRAST],
  ['on-accent', 'accent-hover', MIN_TEXT_CONTRAST],
  ...GROUNDS.map((ground) => ['rule-strong', ground, MIN_CONTROL_CONTRAST] as const),
];

type Colors = Readonly<Record<string, string>>;
type Theme = 'light' | 'dark (system)' | 'dark (chosen)';

/** Returns the colors of each theme of a token file. */
export function readThemes(css: string): Record<Theme, Colors> {
  const light = colorsOf(css, ':root {');
  return {
    light,
    'dark (system)': { ...light, ...colorsOf(css, ':root:not([data-theme="light"]) {') },
    'dark (chosen)': { ...light, ...colorsOf(css, ':root[data-theme="dark"] {') },
  };
}

export function findContrastFaults(css: string): string[] {
  const themes = readThemes(css);
  const networks = Object.keys(themes.light).filter((name) => name.startsWith('net-'));
  const pairs = [...PAIRS, ...networks.map((net) => ['on-net', net, MIN_TEXT_CONTRAST] as const)];
  const faults = Object.entries(themes).flatMap(([theme, colors]) =>
    pairs.flatMap(([front, back, least]) => {
      const [a, b] = [colors[front], colors[back]];
      if (!a || !b) return [`${theme}: --${a ? back : front} is not a color of the token file`];
      const ratio = contrast(a, b);
      if (ratio >= least) return [];
      return [`${theme}: --${front} on --${back} is ${ratio.toFixed(2)}:1, needs ${least}`];
    }),
  );
  const { 'dark (system)': system, 'dark (chosen)': chosen } = themes;
  const differing = Object.keys({ ...system, ...chosen }).filter((t) => system[t] !== chosen[t]);
  return [...faults, ...differing.map((token) => `--${token} differs between the two dark blocks`)];
}

function colorsOf(css: string, opening: string): Colors {
  const start = css.indexOf(opening);
  if (start < 0) throw new Error(`the token file has no block "${opening}"`);
  const block = css.slice(start + opening.length, css.indexOf('}', start));
  const found = block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})\s*;/gi);
  return Object.fromEntries([...found].map(([, name, color]) => [name, color]));
}
