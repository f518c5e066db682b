import { expect, test } from 'vitest';
import { parseDescriptor } from './descriptor';
import { keyPaths } from './key-paths';

const KEY =
  'tpubDCxX2sYFS5bDkSe5GKKYHjBW7tgyN1R3UchpLJvdbf54ohxeGRtd8MbDUe1cguVHe4vnK68DsuD5MXjxi9EXx16rb9EnNsaF5KT99CinaJz';
const POINT = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';

const paths = (text: string, index = 7) =>
  keyPaths(parseDescriptor(text, 'regtest').canonical, index).map(
    ({ fingerprint, path }) => `${fingerprint ?? 'unknown'} ${path}`,
  );

test.each([
  ['a key with its origin', `wpkh([d34db33f/84'/1h/0h]${KEY}/0/*)`, ['d34db33f m/84h/1h/0h/0/7']],
  ['a master key with its origin', `wpkh([d34db33f]${KEY}/*)`, ['d34db33f m/7']],
  ['a key without an origin', `wpkh(${KEY}/0/*)`, ['unknown …/0/7']],
  ['the receive branch of two', `tr([d34db33f/86h]${KEY}/<0;1>/*)`, ['d34db33f m/86h/0/7']],
  [
    'each cosigner’s own, in order',
    `wsh(sortedmulti(2,[d34db33f/48h/1h]${KEY}/0/*,[AAAAAAAA/48h]${KEY}/1/*,${KEY}/2/*))`,
    ['d34db33f m/48h/1h/0/7', 'aaaaaaaa m/48h/1/7', 'unknown …/2/7'],
  ],
  [
    'keys that are the same at every index, where they have an origin',
    `wsh(multi(1,${KEY}/0/*,[d34db33f/5h]${KEY}/3,[d34db33e/6h]${POINT},${POINT}))`,
    ['unknown …/0/7', 'd34db33f m/5h/3', 'd34db33e m/6h'],
  ],
  [
    'keys in miniscript, and no hashes or numbers',
    `wsh(andor(pk([d34db33f/48h]${KEY}/0/*),sha256(${'ab'.repeat(32)}),and_v(v:pk([d34db33e/48h]${KEY}/1/*),older(9))))`,
    ['d34db33f m/48h/0/7', 'd34db33e m/48h/1/7'],
  ],
])('the key paths of a descriptor are listed: %s', (_, descriptor, expected) => {
  expect(paths(descriptor)).toEqual(expected);
});

test('all key paths are listed for a displayed descriptor whose keys are abbreviated', () => {
  const shown = `wsh(sortedmulti(1,[d34db33f/48h]tpubDCxX…/0/*,[d34db33e/6h]0279be66…))`;
  expect(keyPaths(shown, 7)).toEqual([
    { fingerprint: 'd34db33f', path: 'm/48h/0/7' },
    { fingerprint: 'd34db33e', path: 'm/6h' },
  ]);
});
