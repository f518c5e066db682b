import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isEmbedOrigin } from './embed-origin';

it.each([
  'https://shop.example',
  'http://localhost:8080',
  'https://xn--bcher-kva.example',
  'http://192.0.2.1:8080',
  'https://[2001:db8::1]',
  'https://[::ffff:c000:201]:8443',
])('the origin %s is accepted for embedding the payment page', (text) =>
  expect(isEmbedOrigin(text)).toBe(true),
);

it.each([
  'https://shop.example/',
  'https://shop.example/path',
  'https://Shop.example',
  "https://shop.example; script-src 'unsafe-inline'",
  'https://a.example https://b.example',
  'https://*.example/',
  'https://*.example',
  'https://*',
  'https://shop.*:8443',
  'https://a.example;sandbox',
  'https://a.example,b.example',
  "https://'self'",
  'https://a_b.example',
  'https://bücher.example',
  'https://[fe80::1%25eth0]',
  'https://shop.example:443',
  'https://shop.example:65536',
  'https://127.1',
  'https://user@shop.example',
  'blob:https://shop.example',
  'javascript:alert(1)',
  'file:///etc',
  '*',
  '',
])('%j is rejected for embedding, because it is not a single origin', (text) =>
  expect(isEmbedOrigin(text)).toBe(false),
);

const disturbed = fc
  .tuple(
    fc.constantFrom('https://shop.example', 'http://localhost:8080', 'https://[2001:db8::1]:8443'),
    fc.nat(32),
    fc.oneof(fc.string({ unit: 'binary-ascii', maxLength: 3 }), fc.string({ unit: 'binary' })),
  )
  .map(([origin, at, text]) => origin.slice(0, at) + text + origin.slice(at));

const read = (text: string) => (URL.canParse(text) ? new URL(text).origin : text);

it('an accepted origin is a single source of a Content-Security-Policy and cannot end or extend the policy', () => {
  fc.assert(
    fc.property(disturbed, (text) => {
      for (const origin of [text, read(text)].filter(isEmbedOrigin)) {
        expect(origin).toMatch(/^https?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d+)?$/);
      }
    }),
    { numRuns: 5_000 },
  );
}, 60_000);
