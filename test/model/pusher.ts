import type { Database } from '@/db/client';
import { newAddress } from '@/db/schema/payments';
import { recordPushed } from '@/lib/chain/push/follow-pushed';
import type { ChainSource, Pushed } from '@/lib/chain/source';
import { createLedger } from '@/lib/payments/ledger';
import type { ChainDriver } from './chain-driver';

/** What a process is told of by its source. */
export interface Pusher {
  /** Pushed each transaction of the mempool once. */
  push(): Promise<void>;
  /** Pushed them all again. */
  forget(): void;
}

interface PusherParts {
  readonly driver: ChainDriver;
  newSource(database: Database): ChainSource;
}

/** Pushed to a process whatever its chain has in the mempool. */
export function newPusher(parts: PusherParts, database: Database, clock: () => Date): Pusher {
  const told = new Set<string>();
  // Of its own, so that the memory of the process's source does not change.
  const unconfirmed: Pushed['unconfirmed'] = async (txids) => {
    const view = await parts.newSource(database).mempool(async () => [], []);
    return (view?.transactions ?? []).filter(({ txid }) => txids.includes(txid));
  };
  return {
    async push() {
      const fresh = (await parts.driver.mempool()).filter((txid) => !told.has(txid));
      if (fresh.length === 0) return;
      // An address still to be searched gets all its money in one read, but from pushes in parts, of
      // which each is told as payment.underpaid.
      if ((await database.db.$count(newAddress)) > 0) return;
      for (const txid of fresh) told.add(txid);
      const source = parts.newSource(database);
      const ledger = createLedger(database.db);
      const follower = { network: 'regtest' as const, database, source, ledger, clock };
      await recordPushed(follower, { listen: () => ({ close() {} }), unconfirmed }, fresh);
    },
    forget: () => told.clear(),
  };
}
