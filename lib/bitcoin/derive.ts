import { LRUCache } from 'lru-cache';
import type { Network } from '@/lib/domain/network';
import { readTemplate } from './descriptor';

export interface WalletTemplate {
  readonly network: Network;
  readonly template: string;
}

export type AddressDeriver = ReturnType<typeof readTemplate>;

/** Cached because parsing a template takes as long as deriving several addresses. */
const cached = new LRUCache<string, AddressDeriver>({ max: 1_000 });

export function readCachedTemplate({ network, template }: WalletTemplate): AddressDeriver {
  const cacheKey = `${network} ${template}`;
  const known = cached.get(cacheKey);
  if (known) return known;
  const made = readTemplate(template, network);
  cached.set(cacheKey, made);
  return made;
}
