import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CONTENTS } from './contents';

test('every page of docs is in the contents, and every entry is a page', () => {
  const written = readdirSync('docs').filter((name) => name.endsWith('.md'));
  const listed = CONTENTS.flatMap(({ pages }) => pages.map(({ file }) => file));
  expect([...listed].sort()).toEqual(written.sort());
});
