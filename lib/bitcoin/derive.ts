import { LRUCache } from 'lru-cache';
import type { Network } from '@/lib/domain/network';
import { parseDescriptor, readTemplate } from './descriptor';

/** The part of a wallet that its addresses depend on. */
export interface WalletScripts {
  readonly network: Network;
  /** As {@link parseDescriptor} takes it. */
  readonly descriptor: string;
  /** What {@link parseDescriptor} made of it; null when that is not stored yet. */
  readonly template: string | null;
}

export type WalletAddresses = ReturnType<typeof readTemplate>;

/** Cached, since even a template costs as much as several addresses. */
const cached = new LRUCache<string, WalletAddresses>({ max: 1_000 });

/** The addresses of a wallet. @throws DescriptorError without a template */
export function addressesOf({ network, descriptor, template }: WalletScripts): WalletAddresses {
  const cacheKey = `${network} ${template ?? descriptor}`;
  const known = cached.get(cacheKey);
  if (known) return known;
  const stored = template ?? parseDescriptor(descriptor, network, { unlimited: true }).template;
  const made = readTemplate(stored, network);
  cached.set(cacheKey, made);
  return made;
}
