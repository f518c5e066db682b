import { describe, expect, it } from 'vitest';
import { deriveReceive } from '@/test/support/derive-receive';
import { DescriptorError, parseDescriptor } from './descriptor';

const TPUB =
  'tpubDD7tXK8KeQ3YY83yWq755fHY2JW8Ha8Q765tknUM5rSvjPcGWfUppDFMpQ1ScziKfW3ZNtZvAD7M3u7bSs7HofjTD3KP3YxPK7X6hwV8Rk2';
const DESCRIPTOR = `wpkh(${TPUB}/0/*)`;

describe('the addresses of a wallet', () => {
  it('at each index, a wallet derives the address that its descriptor defines, even if the index is repeated', () => {
    const parsed = parseDescriptor(DESCRIPTOR, 'testnet');
    for (const index of [0, 1, 0, 1_000_000]) {
      expect(deriveReceive(DESCRIPTOR, 'testnet', index)).toEqual(parsed.at(index));
    }
  });

  it('a descriptor has the same scripts but different addresses on another network', () => {
    const testnet = deriveReceive(DESCRIPTOR, 'testnet', 3);
    const regtest = deriveReceive(DESCRIPTOR, 'regtest', 3);
    expect(regtest.script).toBe(testnet.script);
    expect(testnet.address).toMatch(/^tb1q/);
    expect(regtest.address).toMatch(/^bcrt1q/);
  });

  it('a wallet has a different address at each of a thousand indexes', () => {
    const addresses = Array.from({ length: 1_000 }, (_, i) =>
      deriveReceive(DESCRIPTOR, 'signet', i),
    );
    expect(new Set(addresses.map(({ script }) => script)).size).toBe(1_000);
  });

  it('an invalid descriptor and an invalid index are rejected', () => {
    expect(() => deriveReceive(DESCRIPTOR, 'mainnet', 0)).toThrow(DescriptorError);
    expect(() => deriveReceive(DESCRIPTOR, 'testnet', -1)).toThrow(RangeError);
  });
});
