import { expect, test } from 'vitest';
import { correctQuery } from './correct-query';

const entries = [
  { path: '/docs/x', page: 'Webhooks', heading: 'Signature', text: 'Check every signature once.' },
  { path: '/docs/y', page: 'Wallets', heading: 'The gap limit', text: 'An address of the wallet.' },
];

test.each([
  ['signatrue', 'signature'],
  ['webhok signature', 'webhooks signature'],
  ['walet adress', 'wallet address'],
])('%s is taken for %s', (asked, meant) => {
  expect(correctQuery(entries, asked)).toBe(meant);
});

test.each(['signature', 'sign', 'gap lim', '', '.*[('])(
  'what is written somewhere, or is nothing, is left as it is: %s',
  (asked) => {
    expect(correctQuery(entries, asked)).toBeUndefined();
  },
);

test.each(['kubernetes', 'zzz', 'signatrue kubernetes'])(
  'nothing is made of what is near to no word: %s',
  (asked) => {
    expect(correctQuery(entries, asked)).toBeUndefined();
  },
);
