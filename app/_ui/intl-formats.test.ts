import { expect, test, vi } from 'vitest';
import { ownTimeZone } from './intl-formats';

test('a zone in which no time can be written counts as hidden', () => {
  // What browsers say whose system has a zone that they do not know.
  vi.stubEnv('TZ', 'Etc/Unknown');
  expect(ownTimeZone()).toBeUndefined();
  vi.stubEnv('TZ', 'Asia/Tokyo');
  expect(ownTimeZone()).toBe('Asia/Tokyo');
});
