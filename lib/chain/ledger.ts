import type { Database, Db } from '@/db/client';
import type { Network } from '@/lib/domain/network';
import type { Sats } from '@/lib/domain/sats';
import type { ChainSource, WatchedAddress } from './source';

export interface Watched {
  readonly paymentId: string;
  /** Blocks below this height are from before the payment and do not count. */
  readonly watchFromHeight: number;
}

/** An output that pays a payment. */
export interface FoundOutput {
  readonly txid: string;
  readonly vout: number;
  readonly sats: Sats;
  readonly paymentId: string;
}

/** The addresses worth asking about one by one, as many as can be at once. */
export interface OpenAddresses {
  readonly addresses: readonly WatchedAddress[];
  /** Where there are more: all payments that were due to expire up to this moment are among them. */
  readonly dueUpTo?: Date;
}

/** Who keeps the payments that the follower finds money for. */
export interface Ledger {
  /**
   * The payments behind scriptPubKeys (lower-case hex), for those that belong to any: who comes
   * first has a right to the money before the others.
   */
  watched(
    network: Network,
    scripts: readonly string[],
  ): Promise<ReadonlyMap<string, readonly Watched[]>>;
  /**
   * The addresses worth asking about one by one: first those whose payments are due to expire at
   * `now`, the longest overdue first, then those whose page is looked at, then the others, the
   * newest first.
   */
  open(network: Network, now: Date): Promise<OpenAddresses>;
  /** When the oldest payment of the network was created; undefined while there is none. */
  oldestPaymentAt(network: Network): Promise<Date | undefined>;
  /** Writes outputs down; knowing one already is no error. Runs in the follower's transaction. */
  record(tx: Db, network: Network, outputs: readonly FoundOutput[]): Promise<void>;
  /**
   * Moves payments to where they stand now: those that `txids` pay, and those that gained or lost
   * the depth they need at `tipHeight`. Runs in the follower's transaction.
   */
  settle(
    tx: Db,
    network: Network,
    txids: readonly string[],
    tipHeight: number,
    now: Date,
  ): Promise<void>;
}

/** What it takes to follow one network. */
export interface Follower {
  readonly network: Network;
  readonly database: Database;
  readonly source: ChainSource;
  readonly ledger: Ledger;
  readonly clock: () => Date;
}
