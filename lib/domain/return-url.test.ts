import { expect, test } from 'vitest';
import { buildReturnUrl, isReturnUrl } from './return-url';

test.each([
  'https://shop.example',
  'https://shop.example/thanks?order=1&payment={PAYMENT_ID}#{PAYMENT_ID}',
  'https://shop.example/{PAYMENT_ID}/done',
  'HTTPS://shop.example:8443/',
  'http://localhost:4000/orders/1',
  'https://[2001:db8::1]/',
  'https://bücher.example/',
])('%s is a return URL', (text) => {
  expect(isReturnUrl(text)).toBe(true);
});

test.each([
  '',
  'shop.example',
  '//shop.example/',
  '/thanks',
  'javascript:alert(1)',
  'data:text/html,x',
  'ftp://shop.example/',
  'https://',
  'https:shop.example',
  'https://user@shop.example/',
  'https://user:pass@shop.example/',
  'https://{PAYMENT_ID}.example/',
  'https://shop.example:{PAYMENT_ID}/',
  'https://{PAYMENT_ID}@shop.example/',
  'https://shop.example/ thanks',
  'https://shop.example/\n',
  'java\nscript:alert(1)',
])('%j is not a return URL', (text) => {
  expect(isReturnUrl(text)).toBe(false);
});

test('the payment id replaces every placeholder, percent-encoded', () => {
  const text = 'https://shop.example/{PAYMENT_ID}?a={PAYMENT_ID}&b={payment_id}';
  expect(buildReturnUrl(text, 'pay_1&x=/').href).toBe(
    'https://shop.example/pay_1%26x%3D%2F?a=pay_1%26x%3D%2F&b={payment_id}',
  );
});
