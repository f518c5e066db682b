import { describe, expect, it } from 'vitest';
import { descriptorErrorCode, patchedXpub as patched, XPUB } from '@/test/support/descriptors';
import { type ParseOptions, parseDescriptor } from './descriptor';
import { ADDRESS_TYPES } from './extended-key';

describe('an extended key alone', () => {
  const kind = (text: string, options?: ParseOptions) =>
    parseDescriptor(text, 'mainnet', options).kind;

  it('an xpub without a script type uses native segwit unless another type is chosen', () => {
    expect(kind(XPUB)).toBe('wpkh');
    for (const addressType of ADDRESS_TYPES) expect(kind(XPUB, { addressType })).toBe(addressType);
  });

  it('the purpose in an xpub’s key origin determines the script type unless another is chosen', () => {
    expect(kind(`[d34db33f/44'/0'/0']${XPUB}`)).toBe('pkh');
    expect(kind(`[d34db33f/49h/0h/0h]${XPUB}`)).toBe('sh(wpkh)');
    expect(kind(`[d34db33f/86'/0'/0']${XPUB}`)).toBe('tr');
    expect(kind(`[d34db33f/86'/0'/0']${XPUB}`, { addressType: 'pkh' })).toBe('pkh');
  });

  it.each([
    ['ypub', '049d7cb2', 'mainnet', 'sh(wpkh)'],
    ['zpub', '04b24746', 'mainnet', 'wpkh'],
    ['upub', '044a5262', 'signet', 'sh(wpkh)'],
    ['vpub', '045f1cf6', 'testnet4', 'wpkh'],
    ['tpub', '043587cf', 'regtest', 'wpkh'],
  ] as const)(
    'a key with the prefix %s is accepted only on a network to which the prefix belongs',
    (prefix, version, network, type) => {
      const key = patched({ 0: version });
      expect(key.startsWith(prefix)).toBe(true);
      expect(parseDescriptor(key, network).kind).toBe(type);
      expect(descriptorErrorCode(key, network === 'mainnet' ? 'testnet' : 'mainnet')).toBe(
        'wrong_network',
      );
    },
  );

  it.each(['0295b43f', '02aa7ed3'])(
    'a multisig account key of mainnet (version %s) is rejected',
    (version) => {
      expect(descriptorErrorCode(patched({ 0: version }))).toBe('multisig_account_key');
    },
  );

  it.each(['024289ef', '02575483'])(
    'a multisig account key of a test network (version %s) is rejected',
    (version) => {
      expect(descriptorErrorCode(patched({ 0: version }), 'testnet')).toBe('multisig_account_key');
    },
  );

  it('a zpub inside a descriptor is rejected', () => {
    expect(descriptorErrorCode(`wpkh(${patched({ 0: '04b24746' })}/0/*)`)).toBe('bad_key');
  });

  it.each([
    ['a wrong character', XPUB.replace('UsQ', 'UsR')],
    ['a missing character', XPUB.slice(0, -1)],
    ['another currency', patched({ 0: '019da462' })],
    ['a point that is not on the curve', patched({ 45: `02${'00'.repeat(31)}05` })],
    ['a key that is neither even nor odd', patched({ 45: '05' })],
    ['a master key with the fingerprint of a parent', patched({ 4: '00' })],
    ['a text without a key', 'hello'],
    ['an address', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'],
    ['a very long word', 'z'.repeat(9_000)],
  ])('a text that is not a valid extended key is rejected: %s', (_, text) => {
    expect(descriptorErrorCode(text)).toBe('bad_key');
  });
});
