import { expect, test } from 'vitest';
import { createClientIpFinder, toRateLimitKey } from './client-ip';

const clientIp = createClientIpFinder(['127.0.0.0/8', '::1/128', '10.0.0.0/8', '2001:db8::7']);

test('a peer that is not a trusted proxy is the client, whatever its headers contain', () => {
  expect(clientIp('203.0.113.9', '198.51.100.1')).toBe('203.0.113.9');
  expect(clientIp('2001:db8::8', '198.51.100.1')).toBe('2001:db8::8');
});

test('behind trusted proxies, the client is the last address that is not a trusted proxy', () => {
  expect(clientIp('127.0.0.1', '198.51.100.1')).toBe('198.51.100.1');
  expect(clientIp('127.0.0.1', '192.0.2.66, 198.51.100.1, 10.1.2.3')).toBe('198.51.100.1');
  expect(clientIp('::ffff:127.0.0.1', '198.51.100.1')).toBe('198.51.100.1');
  expect(clientIp('2001:db8::7', '2001:DB8:0::1')).toBe('2001:db8::1');
});

test('without a valid forwarding header, the nearest known address is the client', () => {
  expect(clientIp('127.0.0.1', undefined)).toBe('127.0.0.1');
  expect(clientIp('127.0.0.1', 'unknown')).toBe('127.0.0.1');
  expect(clientIp('127.0.0.1', '198.51.100.1, _hidden, 10.0.0.2')).toBe('10.0.0.2');
});

test('a port after a forwarded address is ignored', () => {
  expect(clientIp('127.0.0.1', '198.51.100.1:52011')).toBe('198.51.100.1');
  expect(clientIp('127.0.0.1', '198.51.100.1:52011, 10.1.2.3:80')).toBe('198.51.100.1');
  expect(clientIp('127.0.0.1', '[2001:db8::1]:52011')).toBe('2001:db8::1');
  expect(clientIp('127.0.0.1', '[2001:db8::1]')).toBe('2001:db8::1');
  expect(clientIp('127.0.0.1', '2001:db8::1:52')).toBe('2001:db8::1:52');
});

test('the error for an invalid range of proxies contains the name of the setting', () => {
  expect(() => createClientIpFinder(['10.0.0.0/33'])).toThrow('TRUSTED_PROXIES');
  expect(() => createClientIpFinder(['proxy.internal'])).toThrow('TRUSTED_PROXIES');
});

test('rate limits count IPv6 addresses per /64 network and IPv4 addresses individually', () => {
  expect(toRateLimitKey('2001:db8::1')).toBe(toRateLimitKey('2001:db8::ffff:1'));
  expect(toRateLimitKey('2001:db8:0:1::1')).not.toBe(toRateLimitKey('2001:db8::1'));
  expect(toRateLimitKey('192.0.2.1')).not.toBe(toRateLimitKey('192.0.2.2'));
});
