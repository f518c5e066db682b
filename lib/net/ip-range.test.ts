import { expect, test } from 'vitest';
import { ipRangeText, parseIpRange } from './ip-range';

const stored = (text: string) => {
  const range = parseIpRange(text);
  return range && ipRangeText(range);
};

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7/32', '203.0.113.7'],
  ['203.0.113.7/24', '203.0.113.0/24'],
  ['0.0.0.0/0', '0.0.0.0/0'],
  ['2001:DB8::1', '2001:db8::1'],
  ['2001:db8:0:1:ffff::/64', '2001:db8:0:1::/64'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7/120', '203.0.113.0/24'],
])('the range %s is stored as %s', (text, expected) => {
  expect(stored(text)).toBe(expected);
});

test.each([
  '',
  'localhost',
  '203.0.113',
  '10.1',
  '0x7f.0.0.1',
  '203.0.113.7/33',
  '203.0.113.7/-1',
  '203.0.113.7/',
  '203.0.113.7/24/24',
  '2001:db8::/129',
  '::ffff:203.0.113.7/24',
  'fe80::1%eth0/64x',
])('"%s" is neither an address nor a range', (text) => {
  expect(stored(text)).toBeUndefined();
});
