import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { contrast } from '@/lib/domain/accent';
import { findContrastFaults } from './contrast';

const tokens = readFileSync('app/_ui/tokens.css', 'utf8');

it('contrast is computed as WCAG defines it: 21 for black on white, 4.54 for #767676', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
});

it('every pair of design tokens has enough contrast in both themes', () => {
  expect(findContrastFaults(tokens)).toEqual([]);
});

it('a text with too little contrast is reported with its theme and ratio', () => {
  const [fault] = findContrastFaults(tokens.replace('--ink-3: #5f6d65', '--ink-3: #8f9d95'));
  expect(fault).toMatch(/^light: --ink-3 on --\w+ is \d\.\d\d:1, needs 4\.5$/);
});

it('a difference between the two definitions of the dark colors is reported', () => {
  const faults = findContrastFaults(tokens.replace('--surface: #131b18', '--surface: #131b19'));
  expect(faults).toContain('--surface differs between the two dark blocks');
});
