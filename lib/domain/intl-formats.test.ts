import { expect, test, vi } from 'vitest';
import { ownTimeZone } from './intl-formats';

test('an unknown system time zone is treated as no time zone', () => {
  // Browsers report this name if they do not know the system's time zone.
  vi.stubEnv('TZ', 'Etc/Unknown');
  expect(ownTimeZone()).toBeUndefined();
  vi.stubEnv('TZ', 'Asia/Tokyo');
  expect(ownTimeZone()).toBe('Asia/Tokyo');
});
