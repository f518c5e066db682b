import { expect, test } from 'vitest';
import { usableKeys } from './usable-keys';

test('forms list a mainnet key first, even if a key of another network is newer', () => {
  const keys = [
    { id: 'newest', state: 'active', network: 'regtest' },
    { id: 'test', state: 'active', network: 'signet' },
    { id: 'newer', state: 'active', network: 'mainnet' },
    { id: 'old', state: 'active', network: 'mainnet' },
    { id: 'expired', state: 'expired', network: 'mainnet' },
    { id: 'switched off', state: 'active', network: 'testnet4' },
  ] as const;
  const usable = usableKeys(keys, ['mainnet', 'signet', 'regtest']);
  expect(usable.map(({ id }) => id)).toEqual(['newer', 'old', 'test', 'newest']);
});
