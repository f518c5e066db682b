import { expect, test } from 'vitest';
import { matchesEtag, strongEtag } from '@/lib/http/etag';

test('an ETag is strong and quoted, and differs for different bodies', () => {
  expect(strongEtag('{}')).toMatch(/^"[\w-]{27}"$/);
  expect(strongEtag('{}')).not.toBe(strongEtag('{ }'));
});

test('If-None-Match matches an ETag in a list, as a weak ETag, or as *', () => {
  const etag = strongEtag('{}');
  for (const header of [etag, `W/${etag}`, `"a, b", ${etag}`, ' * ']) {
    expect(matchesEtag(header, etag), header).toBe(true);
  }
  for (const header of [undefined, '', '"other"', etag.slice(1, -1), `"x${etag.slice(1)}`]) {
    expect(matchesEtag(header, etag), header).toBe(false);
  }
});
