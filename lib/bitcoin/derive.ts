import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Network } from '@/lib/domain/network';
import { parseDescriptor, type ReceiveAddress, type ReceiveDescriptor } from './descriptor';

/** Cached, since parsing costs as much as several derivations and its nodes are reusable. */
const parsed = new LRUCache<string, ReceiveDescriptor>({ max: 1_000 });

/**
 * The address of a wallet at an index.
 *
 * @param descriptor as {@link parseDescriptor} takes it
 * @throws DescriptorError, or RangeError for an index out of 0 to 2^31 - 1
 */
export function deriveReceive(descriptor: string, network: Network, index: number): ReceiveAddress {
  const cacheKey = `${network} ${descriptor}`;
  let receive = parsed.get(cacheKey);
  if (!receive) {
    receive = parseDescriptor(descriptor, network);
    parsed.set(cacheKey, receive);
  }
  return receive.at(index);
}

/** SHA-256 (hex) over the first two scripts: equal for every spelling of a wallet's descriptor. */
export function walletFingerprint(descriptor: ReceiveDescriptor): string {
  const hash = createHash('sha256');
  for (const index of [0, 1]) hash.update(descriptor.at(index).script, 'hex');
  return hash.digest('hex');
}

/**
 * The derivation path of an address: "m/84h/0h/0h/0/7" for a descriptor with one key and its
 * origin, else ".../0/7" below the extended keys.
 *
 * @param descriptor canonical, of the receive branch
 */
export function addressPath(descriptor: string, index: number): string {
  const origins = [...descriptor.matchAll(/\[[0-9a-f]{8}((?:\/\d+h?)*)\]/g)];
  const branch = /((?:\/\d+)*)\/\*/.exec(descriptor)?.[1] ?? '';
  const keys = descriptor.match(/\/\*/g)?.length ?? 0;
  const origin = keys === 1 ? origins[0]?.[1] : undefined;
  return `${origin === undefined ? '…' : `m${origin}`}${branch}/${index}`;
}
