export interface AccentColors {
  readonly accent: string;
  readonly hover: string;
  readonly tint: string;
  readonly text: string;
}

interface Theme {
  /**
   * The colors with which the accent must contrast: the surfaces in app/_ui/tokens.css, and `text`.
   */
  readonly against: readonly string[];
  readonly surface: string;
  readonly text: string;
  readonly toward: string;
}

const THEMES = {
  light: {
    against: ['#fbfcfb', '#ffffff', '#eff4ef', '#f4f7f4'],
    surface: '#ffffff',
    text: '#ffffff',
    toward: '#000000',
  },
  dark: {
    against: ['#0d1311', '#131b18', '#18221e', '#0a0f0d', '#0d1233'],
    surface: '#131b18',
    text: '#0d1233',
    toward: '#ffffff',
  },
} as const satisfies Record<string, Theme>;

/** The contrast that WCAG 2.2 requires of text (1.4.3). */
export const MIN_TEXT_CONTRAST = 4.5;
const STEPS = 50;

/**
 * Returns the colors for both themes. The chosen color (such as `#2a3fb0`) is darkened or lightened
 * until its contrast with every surface and with its text is at least {@link MIN_TEXT_CONTRAST}.
 */
export function accentsByTheme(color: string): {
  readonly light: AccentColors;
  readonly dark: AccentColors;
} {
  return { light: inTheme(color, THEMES.light), dark: inTheme(color, THEMES.dark) };
}

function inTheme(color: string, { against, surface, text, toward }: Theme): AccentColors {
  let accent = color;
  for (let step = 1; step <= STEPS && !standsOut(accent, against); step += 1) {
    accent = mix(color, toward, step / STEPS);
  }
  return { accent, hover: mix(accent, toward, 0.25), tint: mix(accent, surface, 0.88), text };
}

function standsOut(color: string, against: readonly string[]): boolean {
  return against.every((other) => contrast(color, other) >= MIN_TEXT_CONTRAST);
}

/** Returns the contrast ratio of two colors (WCAG 2.2), from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function mix(color: string, other: string, share: number): string {
  const others = channels(other);
  const mixed = channels(color).map((channel, i) =>
    Math.round(channel + ((others[i] ?? 0) - channel) * share),
  );
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

function channels(color: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
}
