import { expect, test } from 'vitest';
import vectors from '@/test/vectors/bitcoin/private-keys.json';
import addresses from '@/test/vectors/bitcoin/receive-addresses.json';
import { looksLikePrivateKey, removePrivateKeys } from './looks-like-private-key';

test('every private key in the test vectors is recognized as private', () => {
  expect(JSON.stringify(vectors).length).toBeGreaterThan(100);
  expect(
    texts(vectors)
      .filter((text) => /prv/.test(text))
      .every(looksLikePrivateKey),
  ).toBe(true);
});

test('public descriptors are not mistaken for private keys', () => {
  const descriptors = texts(addresses).filter((text) => /[xyztuv]pub/.test(text));
  expect(descriptors.length).toBeGreaterThan(3);
  expect(descriptors.filter(looksLikePrivateKey)).toEqual([]);
});

test('a wallet file is sent without its encrypted private keys', () => {
  const file = (secret: string | null) =>
    JSON.stringify({ keystore: { xprv: secret, seed: secret, xpub: 'zpub6' }, keypairs: null });
  expect(removePrivateKeys(file('QmFzZTY0/+"='))).toBe(file(null));
  expect(removePrivateKeys('{"keypairs": {"02ab": "QmFz"}, "xpub": "x"}')).toBe(
    '{"keypairs": null, "xpub": "x"}',
  );
});

function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [];
}
