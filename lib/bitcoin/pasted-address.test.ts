import { expect, test } from 'vitest';
import { readPastedAddress } from './pasted-address';

const SEGWIT = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const TEST = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx';
const REGTEST = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

test.each([
  ['an address', SEGWIT, { kind: 'address', address: SEGWIT }],
  ['an address in capitals', SEGWIT.toUpperCase(), { kind: 'address', address: SEGWIT }],
  ['an address between spaces', ` ${SEGWIT}\n`, { kind: 'address', address: SEGWIT }],
  ['a link', `bitcoin:${SEGWIT}?amount=0.1`, { kind: 'address', address: SEGWIT }],
  ['a link in capitals', `BITCOIN:${SEGWIT.toUpperCase()}`, { kind: 'address', address: SEGWIT }],
  ['an invoice', 'lnbc604500n1p5q8zxwpp5k', { kind: 'lightning' }],
  ['an invoice in a link', 'LIGHTNING:LNBC604500N1P5Q8', { kind: 'lightning' }],
  ['an LNURL', 'LNURL1DP68GURN8GHJ7UM9', { kind: 'lightning' }],
  ['a Lightning address', 'mira@wallet.example', { kind: 'lightning' }],
  ['an address of testnet', TEST, { kind: 'wrong_network', network: 'testnet' }],
  ['an address of regtest', REGTEST, { kind: 'wrong_network', network: 'regtest' }],
  [
    'a private key',
    'KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn',
    { kind: 'private_key' },
  ],
  ['a phrase', `${'abandon '.repeat(11)}about`, { kind: 'private_key' }],
  ['a mistyped address', SEGWIT.replace('w508', 'w509'), { kind: 'other' }],
  ['nothing', '', { kind: 'other' }],
  ['an address of Ethereum', '0x52908400098527886E0F7030069857D2E4169EE7', { kind: 'other' }],
  [
    'a later witness version',
    'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
    { kind: 'unpayable' },
  ],
] as const)('a pasted text is classified: %s', (_what, text, found) => {
  expect(readPastedAddress(text, 'mainnet')).toEqual(found);
});

test('a mainnet address pasted on a test network is refused, and the refusal names mainnet', () => {
  expect(readPastedAddress(SEGWIT, 'signet')).toEqual({
    kind: 'wrong_network',
    network: 'mainnet',
  });
});
