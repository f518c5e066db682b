import { expect, test } from 'vitest';
import { readPairingRequest } from './pairing-request';

const VIEW = 'btcpay.store.canviewinvoices';
const CREATE = 'btcpay.store.cancreateinvoice';
const PULL = 'btcpay.store.cancreatenonapprovedpullpayments';

const read = (query: string, allowHttp = false) =>
  readPairingRequest(new URLSearchParams(query), allowHttp);

test.each([
  ['repeated', `permissions=${VIEW}&permissions=${CREATE}`],
  ['with brackets', `permissions[]=${VIEW}&permissions[]=${CREATE}`],
  ['with places', `permissions[0]=${VIEW}&permissions[1]=${CREATE}`],
  ['with commas', `permissions=${VIEW},${CREATE}`],
  ['with a store', `permissions=${VIEW}:abc&permissions=${CREATE}:abc&permissions=${VIEW}`],
])('permissions in the form %s are parsed', (_, query) => {
  expect(read(query).permissions).toEqual([VIEW, CREATE]);
});

test('an unsupported permission is refused, or left out if the plugin sends strict=false', () => {
  const query = `permissions=${VIEW}&permissions=btcpay.server.canuseinternallightningnode`;
  expect(() => read(query)).toThrow(/does not offer: btcpay\.server\.canuseinternallightningnode/);
  expect(() => read(`${query}&strict=true`)).toThrow(/does not offer/);
  expect(read(`${query}&strict=False`)).toMatchObject({
    permissions: [VIEW],
    notOffered: ['btcpay.server.canuseinternallightningnode'],
  });
});

test('the permission for pull payments is left out even with strict=true, since plugins work without it', () => {
  const asked = read(`permissions=${VIEW}&permissions=${PULL}&strict=true`);
  expect([asked.permissions, asked.notOffered]).toEqual([[VIEW], [PULL]]);
});

test('a request without any supported permission is refused', () => {
  for (const query of ['', `permissions=${PULL}`, 'permissions=unrestricted&strict=false']) {
    expect(() => read(query)).toThrow();
  }
});

test('an API key is sent only to an https URL, or to an http URL on a developer’s machine', () => {
  const to = (redirect: string, allowHttp = false) =>
    read(`permissions=${VIEW}&redirect=${encodeURIComponent(redirect)}`, allowHttp).redirect?.href;
  expect(to('https://shop.example/?a=b')).toBe('https://shop.example/?a=b');
  expect(to('http://localhost:8080/x', true)).toBe('http://localhost:8080/x');
  const refused = [
    'http://shop.example/',
    'http://localhost:8080/',
    'javascript:alert(1)',
    '/relative',
    'https://user:pass@shop.example/',
    'https://shop.example;script-src/',
    'https://*.example/',
  ];
  for (const url of refused) expect(() => to(url), url).toThrow();
  expect(() => to('http://shop.example/', true)).toThrow(/begin with https/);
  expect(read(`permissions=${VIEW}`).redirect).toBeNull();
});

test('a plugin’s names are cut at the maximum length and written on one line', () => {
  const asked = read(
    `permissions=${VIEW}&applicationName=${'x'.repeat(90)}%0A&applicationIdentifier=a%0Ab`,
  );
  expect(asked.applicationName).toHaveLength(80);
  expect(asked.applicationIdentifier).toBe('a b');
  expect(read(`permissions=${VIEW}`).applicationName).toBe('A shop');
});
