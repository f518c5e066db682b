import { describe, expect, it } from 'vitest';
import { seededRandom } from '@/test/support/random';
import { createDescriptorGenerator } from '@/test/support/random-descriptors';
import { createIndependentDeriver } from './create-independent-deriver';
import { DerivationMismatch, deriveCheckedAddresses } from './derive-checked-addresses';
import { parseDescriptor } from './descriptor';

const NETWORK = 'mainnet';
const source = createDescriptorGenerator(seededRandom('two derivations'), NETWORK);

// The first receive addresses in the test vectors of BIP 44 (from Trezor), 49, 84 and 86. All have
// the seed "abandon … about".
it.each([
  [
    'mainnet',
    'pkh(xpub6BosfCnifzxcFwrSzQiqu2DBVTshkCXacvNsWGYJVVhhawA7d4R5WSWGFNbi8Aw6ZRc1brxMyWMzG3DSSSSoekkudhUd9yLb6qx39T9nMdj/0/*)',
    '1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA',
  ],
  [
    'testnet',
    'sh(wpkh(tpubDD7tXK8KeQ3YY83yWq755fHY2JW8Ha8Q765tknUM5rSvjPcGWfUppDFMpQ1ScziKfW3ZNtZvAD7M3u7bSs7HofjTD3KP3YxPK7X6hwV8Rk2/0/*))',
    '2Mww8dCYPUpKHofjgcXcBCEGmniw9CoaiD2',
  ],
  [
    'mainnet',
    'wpkh(xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAPshWcMLoP2fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V/0/*)',
    'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  ],
  [
    'mainnet',
    'tr(xpub6BgBgsespWvERF3LHQu6CnqdvfEvtMcQjYrcRzx53QJjSxarj2afYWcLteoGVky7D3UKDP9QyrLprQ3VCECoY49yfdDEHGCtMMj92pReUsQ/0/*)',
    'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
  ],
] as const)(
  'deriveIndependently derives the published address of a test vector on %s: %s',
  async (network, text, address) => {
    const second = await createIndependentDeriver(text, network);
    expect(await second([0])).toEqual([address]);
  },
);

describe('a wallet whose derivations differ has no addresses', () => {
  const own = parseDescriptor(source.next('wpkh'), NETWORK);
  const other = parseDescriptor(source.next('wpkh'), NETWORK);
  const { canonical: descriptor, template } = own;

  it('deriving addresses fails if the two implementations differ at one index', async () => {
    const errs: typeof createIndependentDeriver = async (canonical, network) => {
      const right = await createIndependentDeriver(canonical, network);
      return (indexes) => right(indexes.map((index) => (index === 7 ? 8 : index)));
    };
    const wallet = { network: NETWORK, descriptor, template } as const;
    expect(await deriveCheckedAddresses(wallet, [6], errs)).toEqual([own.at(6)]);
    await expect(deriveCheckedAddresses(wallet, [6, 7], errs)).rejects.toThrow(DerivationMismatch);
  });

  it('deriving addresses fails if a wallet’s template was created from another wallet’s descriptor', async () => {
    const wallet = { network: NETWORK, descriptor, template: other.template } as const;
    await expect(deriveCheckedAddresses(wallet, [0])).rejects.toThrow(DerivationMismatch);
  });
});
