import { expect, test } from 'vitest';
import { parseUrl } from './parse-url';

test('a URL with an umlaut is accepted, however often it is parsed', () => {
  let refused = 0;
  for (let n = 0; n < 50_000; n += 1) if (!parseUrl('https://bücher.example/größe')) refused += 1;
  expect(refused).toBe(0);
  expect(parseUrl('bücher.example')).toBeUndefined();
});
