import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readThemes } from '@/scripts/checks/contrast';
import { ROOT } from '@/scripts/lib/checkout.mjs';
import { accentsByTheme, contrast, MIN_TEXT_CONTRAST } from './accent';

const themes = readThemes(readFileSync(path.join(ROOT, 'app/_ui/tokens.css'), 'utf8'));
const GROUNDS = ['paper', 'surface', 'ledger', 'sunken'];
const COLORS = ['#000000', '#ffffff', '#ffe600', '#2a3fb0', '#7f7f7f', '#ff0000', '#0a0f0d'];

test.each(COLORS)(
  'the accent color %s and the text on it are readable on every surface of both themes',
  (color) => {
    const { light, dark } = accentsByTheme(color);
    for (const [of, colors] of [
      [light, themes.light],
      [dark, themes['dark (chosen)']],
    ] as const) {
      for (const ground of GROUNDS) {
        expect(contrast(of.accent, colors[ground] ?? '')).toBeGreaterThanOrEqual(MIN_TEXT_CONTRAST);
      }
      expect(contrast(of.accent, of.text)).toBeGreaterThanOrEqual(MIN_TEXT_CONTRAST);
      expect(contrast(of.hover, of.text)).toBeGreaterThanOrEqual(MIN_TEXT_CONTRAST);
      expect(contrast(colors.ink ?? '', of.tint)).toBeGreaterThanOrEqual(MIN_TEXT_CONTRAST);
    }
  },
);

test('a readable color is used as chosen', () => {
  expect(accentsByTheme('#2a3fb0').light.accent).toBe('#2a3fb0');
  expect(accentsByTheme('#9daeff').dark.accent).toBe('#9daeff');
});

test('an unreadable color is adjusted without changing its hue', () => {
  expect(accentsByTheme('#ffe600').light.accent).toMatch(/^#(..)(..)00$/);
});
