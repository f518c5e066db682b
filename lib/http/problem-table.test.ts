import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PROBLEMS } from './problem-table';

test('every code has a page in docs/errors, and every page has a code', () => {
  const pages = readdirSync('docs/errors').map((name) => name.replace(/\.md$/, ''));
  expect(pages.sort()).toEqual(Object.keys(PROBLEMS).sort());
});
