import { describe, expect, test } from 'vitest';
import { ownSite, readOwnSite, type Sites, siteMark } from './own-site';

const NAMES: Sites = [
  new URL('https://pay.example'),
  new URL('http://192.168.1.20:3000'),
  new URL('http://shop.onion'),
];
const siteOf = (headers: Readonly<Record<string, string>>, names = NAMES) =>
  ownSite((name) => headers[name], names)?.origin;

describe('a request is at the listed name', () => {
  test.each([
    [{ host: 'pay.example' }, 'https://pay.example'],
    [{ host: 'pay.example:443' }, 'https://pay.example'],
    [{ host: 'PAY.example', 'x-forwarded-proto': 'https' }, 'https://pay.example'],
    [{ host: '192.168.1.20:3000' }, 'http://192.168.1.20:3000'],
    [{ host: 'shop.onion', 'x-forwarded-proto': 'http' }, 'http://shop.onion'],
    [{ host: '127.0.0.1:3000', 'x-forwarded-host': 'shop.onion' }, 'http://shop.onion'],
    [{ host: '127.0.0.1:3000', origin: 'https://pay.example' }, 'https://pay.example'],
  ])('of %j', (headers, site) => {
    expect(siteOf(headers)).toBe(site);
  });

  test('of its scheme, if a host is listed with both', () => {
    const both: Sites = [new URL('https://a.example'), new URL('http://a.example')];
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
])('a request with %j is at no listed name', (headers) => {
  expect(siteOf(headers)).toBeUndefined();
});

describe('the mark of a request', () => {
  const mark = (headers: Readonly<Record<string, string>>) =>
    readOwnSite(
      siteMark((name) => headers[name], NAMES),
      NAMES,
    );

  test('leads to its name, and to the first for every other', () => {
    expect(mark({ host: 'shop.onion' })).toEqual({ site: NAMES[2], isElsewhere: false });
    expect(mark({ host: 'evil.example' })).toEqual({ site: NAMES[0], isElsewhere: true });
    expect(readOwnSite(undefined, NAMES)).toEqual({ site: NAMES[0], isElsewhere: false });
    expect(readOwnSite('17', NAMES)).toEqual({ site: NAMES[0], isElsewhere: false });
  });

  test('does not call a proxy elsewhere that hides the host', () => {
    const hidden = { host: '127.0.0.1:3000', 'x-forwarded-for': '203.0.113.7' };
    expect(mark(hidden)).toEqual({ site: NAMES[0], isElsewhere: false });
  });

  test('is never elsewhere while the first name is without https, as on a developer’s machine', () => {
    const local: Sites = [new URL('http://localhost:3000')];
    const given = siteMark((name) => (name === 'host' ? '192.168.1.5:3000' : undefined), local);
    expect(readOwnSite(given, local)).toEqual({ site: local[0], isElsewhere: false });
  });
});
