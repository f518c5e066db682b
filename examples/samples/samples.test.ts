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

test('the page on samples shows every one of them, and no other', () => {
  expect([...SHOWN.keys()].sort()).toEqual(FILES.sort());
});

test.each(FILES)('the page shows %s as it is', (file) => {
  expect(SHOWN.get(file)).toBe(readFileSync(file, 'utf8'));
});
