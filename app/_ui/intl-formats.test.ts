import { expect, test, vi } from 'vitest';
import { ownTimeZone } from './intl-formats';

test('a time zone that Intl does not know counts as hidden', () => {
  // Reported by browsers whose system has an unknown time zone.
  vi.stubEnv('TZ', 'Etc/Unknown');
  expect(ownTimeZone()).toBeUndefined();
  vi.stubEnv('TZ', 'Asia/Tokyo');
  expect(ownTimeZone()).toBe('Asia/Tokyo');
});
