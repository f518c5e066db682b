import { expect, test } from 'vitest';
import { requireAllowedIp } from './authenticate-api-key';

test.each([
  [[], '198.51.100.7', true],
  [['203.0.113.0/24'], '203.0.113.255', true],
  [['203.0.113.0/24'], '203.0.114.0', false],
  [['203.0.113.0/24'], '::ffff:203.0.113.9', true],
  [['2001:db8::/32', '192.0.2.1'], '192.0.2.1', true],
  [['2001:db8::/32'], '2001:db8:1::5', true],
  [['0.0.0.0/0'], '2001:db8::1', false],
  [['192.0.2.1'], 'not an address', false],
] as const)(
  'with the allowed ranges %j, a request from %s is allowed: %s',
  (ranges, client, allowed) => {
    const asked = () => requireAllowedIp(ranges, client);
    if (allowed) expect(asked).not.toThrow();
    else expect(asked).toThrow('ip_not_allowed');
  },
);
