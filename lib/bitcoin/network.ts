import { type Network as NetworkParams, networks } from 'bitcoinjs-lib';
import { NETWORKS, type Network } from '@/lib/domain/network';

interface BitcoinParameters {
  /** Prefixes of addresses and extended keys, in the form of bitcoinjs-lib. */
  readonly params: NetworkParams;
  /** The network's name in a node's getblockchaininfo. */
  readonly nodeName: string;
  readonly genesisHash: string;
  /** The easiest target that is accepted, in the compact form of a header. */
  readonly easiestBits: number;
  /** Set if the network's chains are private and often reset. */
  readonly disposable?: true;
}

/**
 * Testnet3, testnet4 and signet share their prefixes, so an address or extended key may belong to
 * any of the three.
 */
export const BITCOIN_PARAMETERS: Readonly<Record<Network, BitcoinParameters>> = {
  mainnet: {
    params: networks.bitcoin,
    nodeName: 'main',
    genesisHash: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
    // This target is harder than the consensus limit. Every block since August 2019 meets it, so a
    // fake block costs about as much work as a real one did then.
    easiestBits: 0x171fffff,
  },
  testnet: {
    params: networks.testnet,
    nodeName: 'test',
    genesisHash: '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943',
    easiestBits: 0x1d00ffff,
  },
  testnet4: {
    params: networks.testnet,
    nodeName: 'testnet4',
    genesisHash: '00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043',
    easiestBits: 0x1d00ffff,
  },
  signet: {
    params: networks.testnet,
    nodeName: 'signet',
    genesisHash: '00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6',
    easiestBits: 0x1e0377ae,
  },
  regtest: {
    params: networks.regtest,
    nodeName: 'regtest',
    genesisHash: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
    easiestBits: 0x207fffff,
    disposable: true,
  },
};

const PREFIXES = new Set(NETWORKS.map((network) => BITCOIN_PARAMETERS[network].params.bech32));
const BECH32 = new RegExp(`^(?:${[...PREFIXES].join('|')})1`, 'i');

/** Whether an address has a bech32 prefix of any network (BIP 173), in either case. */
export function isBech32(address: string): boolean {
  return BECH32.test(address);
}

/** Whether a block's hash meets its target, and the target is hard enough for the network. */
export function hasProofOfWork(hash: string, bits: number, network: Network): boolean {
  const target = decodeTarget(bits);
  const easiest = decodeTarget(BITCOIN_PARAMETERS[network].easiestBits);
  return target <= easiest && BigInt(`0x${hash}`) <= target;
}

/**
 * Expands a target from a header's compact form. Returns 0, which no hash meets, for a negative
 * target.
 */
export function decodeTarget(bits: number): bigint {
  const exponent = bits >>> 24;
  const mantissa = BigInt(bits & 0x7fffff);
  if ((bits & 0x800000) !== 0) return 0n;
  return exponent <= 3
    ? mantissa >> BigInt(8 * (3 - exponent))
    : mantissa << BigInt(8 * (exponent - 3));
}
