import { expect, test, vi } from 'vitest';
import { systemTimeZone } from './intl-formats';

test('a system time zone that the browser reports as unknown is not used', () => {
  // Browsers report this name if they do not know the system's time zone.
  vi.stubEnv('TZ', 'Etc/Unknown');
  expect(systemTimeZone()).toBeUndefined();
  vi.stubEnv('TZ', 'Asia/Tokyo');
  expect(systemTimeZone()).toBe('Asia/Tokyo');
});
