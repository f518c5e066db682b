import { LRUCache } from 'lru-cache';
import type { Network } from '@/lib/domain/network';
import { addressesOf } from './derive';
import type { ReceiveAddress } from './descriptor';
import { secondAddresses } from './second-addresses';

/** A wallet whose addresses can be derived in two ways. */
export interface DerivedWallet {
  readonly network: Network;
  /** Canonical, as `parseDescriptor` returns it. */
  readonly descriptor: string;
  readonly template: string;
}

type Second = typeof secondAddresses;

/** The two implementations derived different addresses, so neither is to be trusted. */
export class DerivationMismatch extends Error {
  override readonly name = 'DerivationMismatch';

  constructor() {
    super('two implementations derived different addresses');
  }
}

const cached = new LRUCache<string, ReturnType<Second>>({ max: 1_000 });

function cachedSecond(descriptor: string, network: Network): ReturnType<Second> {
  const cacheKey = `${network} ${descriptor}`;
  const known = cached.get(cacheKey);
  if (known) return known;
  const made = secondAddresses(descriptor, network);
  cached.set(cacheKey, made);
  return made;
}

/**
 * Derives addresses of a wallet, each by two implementations.
 *
 * @param second the other implementation; a test may give one that errs
 * @throws DerivationMismatch when the implementations differ, or the template is another wallet's
 */
export async function checkedAddresses(
  { network, descriptor, template }: DerivedWallet,
  indexes: readonly number[],
  second: Second = cachedSecond,
): Promise<ReceiveAddress[]> {
  const addresses = addressesOf({ network, template });
  const first = indexes.map((index) => addresses.at(index));
  const derive = await second(descriptor, network);
  const again = await derive(indexes);
  if (first.every(({ address }, n) => address === again[n])) return first;
  throw new DerivationMismatch();
}
