import { expect, it } from 'vitest';
import { isEmbedOrigin } from './embed-origin';

it.each(['https://shop.example', 'http://localhost:8080', 'https://xn--bcher-kva.example'])(
  'accepts the origin %s',
  (text) => expect(isEmbedOrigin(text)).toBe(true),
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
  'javascript:alert(1)',
  'file:///etc',
  '*',
  '',
])('rejects %j, which is not a single origin', (text) => expect(isEmbedOrigin(text)).toBe(false));
