import { expect, test } from 'vitest';
import { defaultWalletName } from './wallet-name';

test.each([
  ['wpkh', ['d34db33f'], [], 'Native segwit d34db33f'],
  ['wsh(sortedmulti)', [null, '0badcafe'], ['Cold'], 'Multisig 0badcafe'],
  ['tr', [null], [], 'Taproot'],
  ['tr', [null], ['Taproot', 'Cold', 'Taproot (2)'], 'Taproot (3)'],
  ['wsh(andor(pk,older,pk))', [], [], 'Script'],
])(
  'a %s wallet with fingerprints %j, next to wallets named %j, is named %s',
  (kind, fingerprints, taken, name) => {
    expect(defaultWalletName(kind, fingerprints, taken)).toBe(name);
  },
);
