import { expect, test } from 'vitest';
import vectors from '@/test/vectors/bitcoin/private-keys.json';
import addresses from '@/test/vectors/bitcoin/receive-addresses.json';
import { looksPrivate, withoutSecrets } from './looks-private';

test('every private key in the test vectors is recognized as private', () => {
  expect(JSON.stringify(vectors).length).toBeGreaterThan(100);
  expect(
    texts(vectors)
      .filter((text) => /prv/.test(text))
      .every(looksPrivate),
  ).toBe(true);
});

test('public descriptors are not mistaken for private keys', () => {
  const descriptors = texts(addresses).filter((text) => /[xyztuv]pub/.test(text));
  expect(descriptors.length).toBeGreaterThan(3);
  expect(descriptors.filter(looksPrivate)).toEqual([]);
});

test('a wallet file is sent without its encrypted private keys', () => {
  const file = (secret: string | null) =>
    JSON.stringify({ keystore: { xprv: secret, seed: secret, xpub: 'zpub6' }, keypairs: null });
  expect(withoutSecrets(file('QmFzZTY0/+"='))).toBe(file(null));
  expect(withoutSecrets('{"keypairs": {"02ab": "QmFz"}, "xpub": "x"}')).toBe(
    '{"keypairs": null, "xpub": "x"}',
  );
});

function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [];
}
