import { expect, it } from 'vitest';
import { isVisit } from './is-visit';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

it.each([
  ['a browser', { 'user-agent': BROWSER }, true],
  ['a browser without a user agent', {}, true],
  ['a search engine', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }, false],
  ['a chat’s link preview', { 'user-agent': 'WhatsApp/2.24' }, false],
  ['a prefetch', { 'user-agent': BROWSER, 'sec-purpose': 'prefetch;prerender' }, false],
  ['an old prefetch', { 'user-agent': BROWSER, 'x-moz': 'prefetch' }, false],
])('a request by %s with the headers %j counts as a visit: %s', (_, headers, visit) => {
  expect(isVisit(new Headers(headers))).toBe(visit);
});
