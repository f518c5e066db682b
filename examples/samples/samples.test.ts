import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listSources } from '@/scripts/lib/sources.mjs';

const FILES = (listSources('examples/samples') as string[])
  .map((file) => `examples/samples/${file}`)
  .filter((file) => !/\.test\.ts$|go\.mod$/.test(file));
const SHOWN = new Map(
  [...readFileSync('docs/samples.md', 'utf8').matchAll(/^`(\S+)`:\n\n```\w+\n(.*?)^```$/gms)].map(
    ([, file = '', text]) => [file, text],
  ),
);

test('each page uses its own order reference, or a new one each time, so that a reader can run them all', () => {
  expect(readFileSync('docs/quickstart.md', 'utf8')).toContain('\nORDER=order-$(');
  const pages = ['docs/samples.md', 'sdk/README.md'];
  const orders = pages.map((page) => [
    ...new Set(readFileSync(page, 'utf8').match(/\border-\d+\b/g)),
  ]);
  expect(orders.map(({ length }) => length)).toEqual([1, 1]);
  expect(new Set(orders.flat()).size).toBe(pages.length);
});

test('the samples page shows every sample and no other', () => {
  expect([...SHOWN.keys()].sort()).toEqual(FILES.sort());
});

test.each(FILES)('the page shows %s unchanged', (file) => {
  expect(SHOWN.get(file)).toBe(readFileSync(file, 'utf8'));
});
