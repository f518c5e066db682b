import { LRUCache } from 'lru-cache';
import type { Network } from '@/lib/domain/network';
import { createIndependentDeriver } from './create-independent-deriver';
import { readCachedTemplate } from './derive';
import type { ReceiveAddress } from './descriptor';

export interface DerivableWallet {
  readonly network: Network;
  readonly descriptor: string;
  readonly template: string;
}

type Second = typeof createIndependentDeriver;

/** Thrown when two implementations derive different addresses, so neither can be trusted. */
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
  const made = createIndependentDeriver(descriptor, network);
  cached.set(cacheKey, made);
  return made;
}

/**
 * Derives addresses of a wallet with two independent implementations and compares them.
 *
 * @param second replaces the second implementation in tests
 * @throws DerivationMismatch when the results differ, for example because the template belongs to
 *   another wallet
 */
export async function deriveCheckedAddresses(
  { network, descriptor, template }: DerivableWallet,
  indexes: readonly number[],
  second: Second = cachedSecond,
): Promise<ReceiveAddress[]> {
  const addresses = readCachedTemplate({ network, template });
  const first = indexes.map((index) => addresses.at(index));
  const derive = await second(descriptor, network);
  const again = await derive(indexes);
  if (first.every(({ address }, n) => address === again[n])) return first;
  throw new DerivationMismatch();
}
