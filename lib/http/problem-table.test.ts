import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PROBLEMS } from './problem-table';

test('every problem code has a page in docs/errors, and every page there has a code', () => {
  const pages = readdirSync('docs/errors').flatMap(
    (name) => /^([a-z_]+)\.md$/.exec(name)?.[1] ?? [],
  );
  expect(pages.sort()).toEqual(Object.keys(PROBLEMS).sort());
});
