import { expect, test } from 'vitest';
import { toSafeReturnPath } from './return-path';

const ORIGIN = 'https://pay.example';

test.each([
  ['/dashboard/payments?filter=all#row-3', '/dashboard/payments?filter=all#row-3'],
  ['https://pay.example/invitation/abc', '/invitation/abc'],
])('a sign-in may return to the path %s', (asked, path) => {
  expect(toSafeReturnPath(asked, ORIGIN)).toBe(path);
});

test.each([
  'https://evil.example/dashboard',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/%09/../\n//evil.example',
  '/.//evil.example',
  'https:evil.example',
  'https://pay.example@evil.example/',
  'https://pay.example.evil.example/',
  'http://pay.example/dashboard',
  'javascript:alert(1)',
  'data:text/html,x',
  'blob:https://pay.example/dashboard',
  'blob:http://nowhere.invalid//evil.example',
  'dashboard',
  '',
  '/api/auth/signout',
  ['/a', '/b'],
  undefined,
])('a sign-in returns to the home page instead of %s', (asked) => {
  expect(toSafeReturnPath(asked, ORIGIN)).toBe('/dashboard');
});
