import type { Network } from '@/lib/domain/network';

/**
 * The easiest target that is believed, in a header's compact form. On the test networks it is
 * their own limit. On mainnet every block since August 2019 is harder than this one, so that a
 * made-up block costs about what a real one did then.
 */
const EASIEST_BITS: Readonly<Record<Network, number>> = {
  mainnet: 0x171fffff,
  testnet: 0x1d00ffff,
  testnet4: 0x1d00ffff,
  signet: 0x1e0377ae,
  regtest: 0x207fffff,
};

/** Whether a block's hash meets the target its header states, and that is hard enough. */
export function hasProofOfWork(hash: string, bits: number, network: Network): boolean {
  const target = targetOf(bits);
  return target <= targetOf(EASIEST_BITS[network]) && BigInt(`0x${hash}`) <= target;
}

/** A compact target as a number; a negative or zero one is 0, which no hash meets. */
export function targetOf(bits: number): bigint {
  const exponent = bits >>> 24;
  const mantissa = BigInt(bits & 0x7fffff);
  if ((bits & 0x800000) !== 0) return 0n;
  return exponent <= 3
    ? mantissa >> BigInt(8 * (3 - exponent))
    : mantissa << BigInt(8 * (exponent - 3));
}
