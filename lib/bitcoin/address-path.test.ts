import { expect, test } from 'vitest';
import { addressPath } from './derive';

const KEY =
  'tpubDCxX2sYFS5bDkSe5GKKYHjBW7tgyN1R3UchpLJvdbf54ohxeGRtd8MbDUe1cguVHe4vnK68DsuD5MXjxi9EXx16rb9EnNsaF5KT99CinaJz';

test.each([
  [`wpkh([d34db33f/84h/1h/0h]${KEY}/0/*)#aaaaaaaa`, 'm/84h/1h/0h/0/7'],
  [`wpkh([d34db33f]${KEY}/*)#aaaaaaaa`, 'm/7'],
  [`wpkh(${KEY}/0/*)#aaaaaaaa`, '…/0/7'],
  [`wsh(sortedmulti(2,[d34db33f/48h]${KEY}/0/*,[d34db33e/48h]${KEY}/0/*))#aaaaaaaa`, '…/0/7'],
])('%s', (descriptor, path) => {
  expect(addressPath(descriptor, 7)).toBe(path);
});
