import { describe, expect, test } from 'vitest';
import { type AppUrls, findRequestedAppUrl, parseSiteHeader, siteHeaderValue } from './own-site';

const NAMES: AppUrls = [
  new URL('https://pay.example'),
  new URL('http://192.168.1.20:3000'),
  new URL('http://shop.onion'),
];
const siteOf = (headers: Readonly<Record<string, string>>, names = NAMES) =>
  findRequestedAppUrl((name) => headers[name], names)?.origin;

describe('the host of a request', () => {
  test.each([
    [{ host: 'pay.example' }, 'https://pay.example'],
    [{ host: 'pay.example:443' }, 'https://pay.example'],
    [{ host: 'PAY.example', 'x-forwarded-proto': 'https' }, 'https://pay.example'],
    [{ host: '192.168.1.20:3000' }, 'http://192.168.1.20:3000'],
    [{ host: 'shop.onion', 'x-forwarded-proto': 'http' }, 'http://shop.onion'],
    [{ host: '127.0.0.1:3000', 'x-forwarded-host': 'shop.onion' }, 'http://shop.onion'],
    [{ host: '127.0.0.1:3000', origin: 'https://pay.example' }, 'https://pay.example'],
  ])('a request with the headers %j matches the URL %s in APP_URL', (headers, site) => {
    expect(siteOf(headers)).toBe(site);
  });

  test('if APP_URL lists a host with both schemes, a request matches the URL with the request’s scheme', () => {
    const both: AppUrls = [new URL('https://a.example'), new URL('http://a.example')];
    expect(siteOf({ host: 'a.example', 'x-forwarded-proto': 'http' }, both)).toBe(
      'http://a.example',
    );
  });
});

test.each([
  {},
  { host: 'evil.example' },
  { host: 'pay.example.evil.example' },
  { host: 'pay.example:8443' },
  { host: '192.168.1.20' },
  { host: 'pay.example', 'x-forwarded-proto': 'http' },
  { host: 'x@pay.example' },
  { host: 'evil.example', origin: 'https://evil.example' },
])('a request with the headers %j matches no URL in APP_URL', (headers) => {
  expect(siteOf(headers)).toBeUndefined();
});

describe('the site header of a request', () => {
  const mark = (headers: Readonly<Record<string, string>>) =>
    parseSiteHeader(
      siteHeaderValue((name) => headers[name], NAMES),
      NAMES,
    );

  test('readOwnSite returns the URL in APP_URL for a listed host, and the first URL for any other host', () => {
    expect(mark({ host: 'shop.onion' })).toEqual({ site: NAMES[2], isUnlistedHost: false });
    expect(mark({ host: 'evil.example' })).toEqual({ site: NAMES[0], isUnlistedHost: true });
    expect(parseSiteHeader(undefined, NAMES)).toEqual({ site: NAMES[0], isUnlistedHost: false });
    expect(parseSiteHeader('17', NAMES)).toEqual({ site: NAMES[0], isUnlistedHost: false });
  });

  test('if a proxy hides the host of a request, the host counts as listed', () => {
    const hidden = { host: '127.0.0.1:3000', 'x-forwarded-for': '203.0.113.7' };
    expect(mark(hidden)).toEqual({ site: NAMES[0], isUnlistedHost: false });
  });

  test('if APP_URL begins with an http address, every host counts as listed', () => {
    const local: AppUrls = [new URL('http://localhost:3000')];
    const given = siteHeaderValue(
      (name) => (name === 'host' ? '192.168.1.5:3000' : undefined),
      local,
    );
    expect(parseSiteHeader(given, local)).toEqual({ site: local[0], isUnlistedHost: false });
  });
});
