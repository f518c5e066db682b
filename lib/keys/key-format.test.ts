import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BASE62 } from '@/lib/domain/ids';
import { NETWORK_FACTS, NETWORKS } from '@/lib/domain/network';
import { displayPrefix, isApiKey, newApiKey } from '@/lib/keys/key-format';

test('the network labels in API keys never change', () => {
  const labels = {
    mainnet: 'live',
    testnet: 'test',
    testnet4: 'test',
    signet: 'sig',
    regtest: 'reg',
  };
  for (const [network, keyLabel] of Object.entries(labels)) {
    expect(NETWORK_FACTS).toHaveProperty(network, expect.objectContaining({ keyLabel }));
  }
});

test('a new API key contains its network and has the documented form', () => {
  for (const network of NETWORKS) {
    expect(newApiKey(network)).toMatch(/^btly_[a-z]+_[0-9A-Za-z]{36}$/);
    expect(newApiKey(network).split('_')[1]).toBe(NETWORK_FACTS[network].keyLabel);
    expect(isApiKey(newApiKey(network))).toBe(true);
  }
});

test('the checksum of an API key is the CRC-32 of the text before it, in base62', () => {
  // Computed with Python's zlib.crc32.
  expect(isApiKey(`btly_test_${'0'.repeat(30)}4WOu16`)).toBe(true);
  expect(isApiKey(`btly_test_${'0'.repeat(30)}4WOu17`)).toBe(false);
});

test('an API key with one changed character is rejected', () => {
  const alphabet = [...BASE62];
  fc.assert(
    fc.property(fc.integer({ min: 10, max: 45 }), fc.constantFrom(...alphabet), (at, character) => {
      const sound = newApiKey('testnet');
      const changed = sound.slice(0, at) + character + sound.slice(at + 1);
      expect(isApiKey(changed)).toBe(changed === sound);
    }),
  );
});

test('an API key of one network with the label of another network is rejected', () => {
  expect(isApiKey(newApiKey('regtest').replace('btly_reg_', 'btly_live_'))).toBe(false);
});

test('the visible part of an API key has 6 of its 30 random characters', () => {
  expect(displayPrefix('btly_live_abcdefghij')).toBe('btly_live_abcdef');
  expect(displayPrefix('btly_reg_abcdefghij')).toBe('btly_reg_abcdef');
});
