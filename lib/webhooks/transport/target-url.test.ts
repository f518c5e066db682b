import { expect, test } from 'vitest';
import { hostKey } from './target-url';

test.each([
  ['https://Shop.Example.com/hook?a=1', 'shop.example.com:443'],
  ['http://shop.example.com/', 'shop.example.com:80'],
  ['https://shop.example.com:8443/', 'shop.example.com:8443'],
  ['http://[::1]:3000/', '[::1]:3000'],
])('the host key of %s is %s', (url, host) => {
  expect(hostKey(url)).toBe(host);
});
