import { expect, test } from 'vitest';
import { Problem } from '@/lib/domain/problems';
import { parseWalletInput } from '@/lib/keys/preview-addresses';
import { parseDerivationScheme } from './derivation-scheme';

// The key of BIP 84's test vector as xpub and as zpub, and the key of BIP 49's test vector.
const XPUB =
  'xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAPshWcMLoP2fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V';
const ZPUB =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
const OTHER =
  'xpub6ASAVgeehLbnwdqV6UKMHVzgqAG8Gr6riv3Fxxpj8ksbH9ebxaEyBLZ85ySDhKiLDBrQSARLq1uNRts8RuJiHjaDMBU4Zn9h8LZNnBC5y4a';

const read = async (text: string, origins: [string, string][] = []) => {
  const typed = parseDerivationScheme({ text, origins: new Map(origins) }, 'mainnet');
  const { canonical, kind, firstAddresses } = await parseWalletInput(typed);
  return { kind, descriptor: canonical.replace(/#.*/, ''), first: firstAddresses[0] };
};

test('an extended key alone is a native segwit wallet with the addresses of branch 0', async () => {
  const wallet = await read(XPUB);
  expect(wallet.descriptor).toBe(`wpkh(${XPUB}/0/*)`);
  // The first receive address of BIP 84's test vector.
  expect(wallet.first).toBe('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu');
  expect(await read(ZPUB)).toEqual(wallet);
});

test.each([
  ['-[legacy]', `pkh(${XPUB}/0/*)`],
  ['-[p2sh]', `sh(wpkh(${XPUB}/0/*))`],
  ['-[taproot]', `tr(${XPUB}/0/*)`],
])('the suffix %s of an extended key determines its address type', async (options, descriptor) => {
  expect((await read(`${XPUB}${options}`)).descriptor).toBe(descriptor);
});

test.each([
  ['', (keys: string) => `wsh(sortedmulti(2,${keys}))`],
  ['-[p2sh]', (keys: string) => `sh(wsh(sortedmulti(2,${keys})))`],
  ['-[legacy]', (keys: string) => `sh(sortedmulti(2,${keys}))`],
  ['-[keeporder]', (keys: string) => `wsh(multi(2,${keys}))`],
  ['-[keeporder]-[p2sh]', (keys: string) => `sh(wsh(multi(2,${keys})))`],
])('the multisig scheme "%s" becomes the equivalent descriptor', async (options, expected) => {
  const { descriptor } = await read(`2-of-${XPUB}-${OTHER}${options}`);
  expect(descriptor).toBe(expected(`${XPUB}/0/*,${OTHER}/0/*`));
});

test('a descriptor or a wallet policy is accepted, and its receive branch is used', async () => {
  expect((await read(`tr(${XPUB}/0/*)`)).descriptor).toBe(`tr(${XPUB}/0/*)`);
  expect((await read(`wsh(pk(${XPUB}/**))`)).descriptor).toBe(`wsh(pk(${XPUB}/0/*))`);
});

test('a derivation scheme’s key origin is part of the descriptor', async () => {
  const { descriptor } = await read(XPUB, [[XPUB, 'd34db33f/84h/0h/0h']]);
  expect(descriptor).toBe(`wpkh([d34db33f/84h/0h/0h]${XPUB}/0/*)`);
});

test.each([
  '',
  'xpub',
  `${XPUB}-[unknown]`,
  `${XPUB}-${OTHER}`,
  `2-of-${XPUB}-${OTHER}-[taproot]`,
  `${XPUB}'; drop table payment; --`,
  'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi',
])('a text that is no derivation scheme is refused without being quoted: %#', async (text) => {
  const refused = await read(text).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Problem);
  expect((refused as Problem).detail).not.toContain('pub6');
  expect((refused as Problem).detail).not.toContain('xprv9');
});
