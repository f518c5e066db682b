import { describe, expect, it, vi } from 'vitest';
import { isNetwork, NETWORKS, type Network } from '@/lib/domain/network';
import invalid from '@/test/vectors/bitcoin/addresses-invalid.json';
import valid from '@/test/vectors/bitcoin/addresses-valid.json';
import { AddressError, addressToScript, normalizeAddress, scriptToAddress } from './address';

function networkOf(name: string): Network {
  if (!isNetwork(name)) throw new Error('a vector names an unknown network');
  return name;
}

function refusal(address: string, network: string): AddressError {
  try {
    addressToScript(address, networkOf(network));
  } catch (error) {
    if (error instanceof AddressError) return error;
    throw error;
  }
  throw new Error('it was accepted');
}

describe('addresses', () => {
  it.each(valid)(
    'the address $address is unchanged after parsing and encoding ($source)',
    ({ address, network, script }) => {
      expect(addressToScript(address, networkOf(network))).toBe(script);
      expect(scriptToAddress(script, networkOf(network))).toBe(normalizeAddress(address));
    },
  );

  it.each(invalid)(
    'the address $address is rejected: $why ($source)',
    ({ address, network, reason }) => {
      const error = refusal(address, network);
      expect(error.reason).toBe(reason);
      expect(error.message).not.toContain(address.trim());
    },
  );

  it('a rejected address causes no warning on the console', () => {
    const warn = vi.spyOn(console, 'warn');
    for (const { address, network } of invalid) refusal(address, network);
    expect(warn).not.toHaveBeenCalled();
  });

  it('the error for an address of another network names every network to which the address may belong', () => {
    const testAddress = 'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7';
    expect(refusal(testAddress, 'mainnet').message).toMatch(
      /^This is an address of testnet, testnet4(?:,| or) .*signet.*, not of mainnet\.$/,
    );
    expect(refusal('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'signet').message).toBe(
      'This is an address of mainnet, not of signet.',
    );
  });

  it('a taproot address that no key can spend is rejected', () => {
    // The curve has no point with x = 5 (BIP 340).
    const offCurve = scriptToAddress(`5120${'5'.padStart(64, '0')}`, 'mainnet') ?? '';
    expect(refusal(offCurve, 'mainnet').reason).toBe('unsupported');
  });

  it.each(NETWORKS)(
    'every supported script type has an address on %s that parses back to the same script',
    (network) => {
      const hash = '751e76e8199196d454941c45d1b3a323f1433bd6';
      const x = '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
      const scripts = [`76a914${hash}88ac`, `a914${hash}87`, `0014${hash}`, `0020${x}`, `5120${x}`];
      const addresses = scripts.map((script) => scriptToAddress(script, network) ?? '');
      expect(addresses.map((address) => addressToScript(address, network))).toEqual(scripts);
    },
  );

  it('an unsupported script type has no address', () => {
    for (const script of ['', '6a0548656c6c6f', '51024e73', `21${'02'.repeat(33)}ac`, '0014']) {
      expect(scriptToAddress(script, 'mainnet')).toBeUndefined();
    }
  });

  it('normalizing an address changes only uppercase bech32, and leaves base58 and mixed case unchanged', () => {
    expect(normalizeAddress('BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4')).toBe(
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    );
    for (const same of ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'bc1Qw508d6', 'BC', '']) {
      expect(normalizeAddress(same)).toBe(same);
    }
  });

  it('an address of 100,000 characters is rejected as malformed', () => {
    expect(refusal('1'.repeat(100_000), 'mainnet').reason).toBe('malformed');
  });
});
