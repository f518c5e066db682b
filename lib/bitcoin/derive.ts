import { LRUCache } from 'lru-cache';
import type { Network } from '@/lib/domain/network';
import { readTemplate } from './descriptor';

/** The parts of a wallet on which its addresses depend. */
export interface WalletScripts {
  readonly network: Network;
  /** The template of the wallet's descriptor, for {@link readTemplate}. */
  readonly template: string;
}

export type WalletAddresses = ReturnType<typeof readTemplate>;

/**
 * Parsed templates, which are cached because parsing one takes as long as deriving several
 * addresses.
 */
const cached = new LRUCache<string, WalletAddresses>({ max: 1_000 });

export function addressesOf({ network, template }: WalletScripts): WalletAddresses {
  const cacheKey = `${network} ${template}`;
  const known = cached.get(cacheKey);
  if (known) return known;
  const made = readTemplate(template, network);
  cached.set(cacheKey, made);
  return made;
}
