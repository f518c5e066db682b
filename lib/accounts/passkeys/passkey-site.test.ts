import { expect, test } from 'vitest';
import { passkeySite } from './passkey-site';

test.each([
  ['https://pay.example', { rpId: 'pay.example', origin: 'https://pay.example' }],
  ['https://pay.example:8443', { rpId: 'pay.example', origin: 'https://pay.example:8443' }],
  ['http://localhost:3000', { rpId: 'localhost', origin: 'http://localhost:3000' }],
  ['http://pay.example', undefined],
  ['https://192.0.2.1', undefined],
  ['https://[2001:db8::1]', undefined],
  ['http://127.0.0.1:3000', undefined],
])('with the APP_URL %s, passkeys are bound to %j', (appUrl, site) => {
  expect(passkeySite(new URL(appUrl))).toEqual(site);
});
