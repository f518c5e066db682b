import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listSourceFiles } from '@/scripts/lib/sources.mjs';
import { compilePage } from './compile-docs';
import { SERVER_URL } from './docs-files';
import { inlineExamples, readPages } from './read-pages';

const page = (file: string) => inlineExamples('.', readFileSync(file, 'utf8'));

test.each(['samples', 'frameworks'])(
  'the page about %s shows each example file unchanged',
  (name) => {
    const shown = [...page(`docs/${name}.md`).matchAll(/^`(\S+)`:\n\n```\w+\n(.*?)^```$/gms)];
    const files = (listSourceFiles(`examples/${name}`) as string[])
      .filter((file) => !file.endsWith('go.mod'))
      .map((file) => `examples/${name}/${file}`);
    expect(shown.map(([, file]) => file).sort()).toEqual(files.sort());
    for (const [, file = '', text] of shown) expect(text).toBe(readFileSync(file, 'utf8'));
  },
);

test('the examples of different docs pages never use the same order reference', () => {
  expect(page('docs/quickstart.md')).toContain('\nORDER=order-$(');
  const pages = ['docs/samples.md', 'sdk/README.md'];
  const orders = pages.map((file) => [...new Set(page(file).match(/\border-\d+\b/g))]);
  expect(orders.map(({ length }) => length)).toEqual([1, 1]);
  expect(new Set(orders.flat()).size).toBe(pages.length);
});

test('a docs page shows the URL of the server that serves it, in HTML and in Markdown', async () => {
  const { pages } = readPages('.');
  for (const { path, markdown } of pages) {
    expect([path, markdown.match(/localhost:3000|pay\.example\.com\/v1/)]).toEqual([path, null]);
  }
  const [quickstart] = pages.filter(({ path }) => path === 'quickstart.md');
  if (!quickstart) throw new Error('The quickstart is missing');
  const { body, markdown } = await compilePage(quickstart);
  // Fails if the highlighter splits an address.
  const count = (text: string) => text.split(SERVER_URL).length - 1;
  expect(count(quickstart.markdown)).toBeGreaterThan(4);
  expect(count(markdown)).toBe(count(quickstart.markdown));
  expect(count(JSON.stringify(body))).toBe(count(quickstart.markdown));
});
