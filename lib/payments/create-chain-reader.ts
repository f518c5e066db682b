import type { Database } from '@/db/client';
import {
  followPushedTransactions,
  type PushReadResult,
} from '@/lib/chain/push/follow-pushed-transactions';
import type { ChainSource, PushSubscription, SourceTip } from '@/lib/chain/source';
import type { Network } from '@/lib/domain/network';
import { createLedger } from './ledger';
import type { PaymentChangeHook } from './record-standings';
import { type SyncResult, syncChain } from './sync-chain';

export interface ChainReader {
  sync(network: Network): Promise<SyncResult>;
  /** @param maxAgeMs the accepted age of a cached tip */
  tip(network: Network, maxAgeMs?: number): Promise<SourceTip>;
  /**
   * Follows the changes that sources push.
   *
   * @param onResult called after each batch of a network, and when the network needs a full read
   */
  listen(onResult: (network: Network, result: PushReadResult) => void): PushSubscription;
}

export interface ChainReaderDeps {
  readonly database: Database;
  readonly sources: ReadonlyMap<Network, ChainSource>;
  readonly clock: () => Date;
  readonly afterChange?: PaymentChangeHook;
}

export function createChainReader({
  database,
  sources,
  clock,
  afterChange,
}: ChainReaderDeps): ChainReader {
  const ledger = createLedger(database.db, afterChange);
  const sourceOf = (network: Network) => {
    const source = sources.get(network);
    if (!source) throw new Error(`${network} has no source`);
    return source;
  };
  return {
    sync: async (network) => syncChain(database, network, sourceOf(network), clock, ledger),
    tip: async (network, maxAgeMs) => sourceOf(network).tip(maxAgeMs),
    listen(onResult) {
      const listening = [...sources].flatMap(([network, source]) => {
        const { pushed } = source;
        const follower = { network, database, source, ledger, clock };
        return pushed
          ? followPushedTransactions(follower, pushed, (result) => onResult(network, result))
          : [];
      });
      return {
        close() {
          for (const one of listening) one.close();
        },
      };
    },
  };
}
