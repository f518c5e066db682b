import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PAGES_OUTSIDE_DOCS } from './links';

test('the documentation’s navigation lists every page, and every link in it leads to a page', () => {
  const { pages } = JSON.parse(readFileSync('docs/meta.json', 'utf8')) as { pages: string[] };
  const files = [...readdirSync('docs'), ...Object.values(PAGES_OUTSIDE_DOCS)];
  const written = files
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.replace('README', 'index').slice(0, -'.md'.length));
  const listed = pages.filter((name) => !name.startsWith('---'));
  expect(listed.sort()).toEqual([...written, 'reference', 'errors'].sort());
});
