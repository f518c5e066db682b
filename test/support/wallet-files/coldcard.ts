import {
  FINGERPRINT,
  FIRST_ADDRESSES,
  MULTISIG_PATH,
  SLIP132_VERSIONS,
  withVersion,
  xpub,
} from './keys';

export const COLDCARD = {
  chain: 'BTC',
  xfp: FINGERPRINT.toUpperCase(),
  account: 0,
  xpub: xpub('m'),
  bip44: {
    deriv: "m/44'/0'/0'",
    first: FIRST_ADDRESSES.pkh,
    name: 'p2pkh',
    xfp: 'B7908B26',
    xpub: xpub('m/44h/0h/0h'),
  },
  bip49: {
    _pub: withVersion(SLIP132_VERSIONS.ypub, xpub('m/49h/0h/0h')),
    deriv: "m/49'/0'/0'",
    first: FIRST_ADDRESSES.wrapped,
    name: 'p2wpkh-p2sh',
    xfp: 'CEE1D809',
    xpub: xpub('m/49h/0h/0h'),
  },
  bip84: {
    _pub: withVersion(SLIP132_VERSIONS.zpub, xpub('m/84h/0h/0h')),
    deriv: "m/84'/0'/0'",
    first: FIRST_ADDRESSES.wpkh,
    name: 'p2wpkh',
    xfp: '78CF94E5',
    xpub: xpub('m/84h/0h/0h'),
  },
  bip48_1: {
    deriv: "m/48'/0'/0'/1'",
    name: 'p2sh-p2wsh',
    xfp: '0F056943',
    xpub: xpub('m/48h/0h/0h/1h'),
  },
  bip48_2: {
    _pub: withVersion(SLIP132_VERSIONS.Zpub, xpub(MULTISIG_PATH)),
    deriv: "m/48'/0'/0'/2'",
    name: 'p2wsh',
    xfp: '0F056943',
    xpub: xpub(MULTISIG_PATH),
  },
};
