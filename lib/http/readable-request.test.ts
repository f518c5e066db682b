import { expect, test } from 'vitest';
import { readableTarget } from './readable-request';

test.each(['/', '/v1/btc/payments?from=0&to=1', '/pay/co_1', '/a%20b/%C3%BC?q=%ff', '*'])(
  '%s stays as it is',
  (target) => {
    expect(readableTarget(target)).toBe(target);
  },
);

test.each([
  ['/v1/btc/payments/%ff', '/v1/btc/payments/%EF%BF%BD'],
  ['/pay/%c0%af/slip?lang=%00', '/pay/%EF%BF%BD/slip?lang=%00'],
  ['/a/x%00y', '/a/%EF%BF%BD'],
  ['/%/%zz', '/%EF%BF%BD/%EF%BF%BD'],
  ['http://evil.example/v1?a=http://b', '/v1?a=http://b'],
  ['HTTPS://evil.example', '/'],
])('%s becomes %s', (target, readable) => {
  expect(readableTarget(target)).toBe(readable);
});
