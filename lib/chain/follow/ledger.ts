import type { Database, Db } from '@/db/client';
import type { Network } from '@/lib/domain/network';
import type { Sats } from '@/lib/domain/sats';
import type { ChainSource, WatchedAddress } from '../source';

export interface Watched {
  readonly paymentId: string;
  /** Blocks below this height precede the payment and do not count. */
  readonly watchFromHeight: number;
  /** The block before that height; null for a derived address, which nothing precedes. */
  readonly watchAfterHash: string | null;
}

/** A customer-provided address that the mempool was not searched for yet. */
export interface NewAddress {
  readonly paymentId: string;
  /** scriptPubKey, lower-case hex. */
  readonly script: string;
}

/** An output that pays a payment. */
export interface FoundOutput {
  readonly txid: string;
  readonly vout: number;
  readonly sats: Sats;
  readonly paymentId: string;
}

/** The addresses to look up one by one, up to a limit. */
export interface OpenAddresses {
  readonly addresses: readonly WatchedAddress[];
  /** Set above the limit: every payment due to expire by this time is included. */
  readonly dueUpTo?: Date;
}

/** The store of the payments for which the follower finds outputs. */
export interface Ledger {
  /**
   * The payments of scriptPubKeys; scripts without a payment are left out, and others may be among
   * them. The first payment of a script has the first right to its money.
   *
   * @param scripts lower-case hex, separated by commas
   */
  watched(network: Network, scripts: string): Promise<ReadonlyMap<string, readonly Watched[]>>;
  /**
   * The addresses to look up one by one: first of payments due to expire at `now`, longest overdue
   * first, then of payments with an open page, then the others, newest first.
   */
  open(network: Network, now: Date): Promise<OpenAddresses>;
  /** Addresses to search the mempool for, up to a limit. Their payments do not expire before. */
  newAddresses(network: Network): Promise<readonly NewAddress[]>;
  /** The mempool was searched for these addresses. Runs in the follower's transaction. */
  searched(tx: Db, addresses: readonly NewAddress[]): Promise<void>;
  /** Creation of the network's oldest payment; undefined without payments. */
  oldestPaymentAt(network: Network): Promise<Date | undefined>;
  /** Tells those who show confirmations, on commit. Runs in the follower's transaction. */
  tipMoved(tx: Db, network: Network): Promise<void>;
  /** Records outputs, ignoring known ones. Runs in the follower's transaction. */
  record(tx: Db, network: Network, outputs: readonly FoundOutput[]): Promise<void>;
  /**
   * Updates payments: those paid by `txids`, and those that gained or lost their required depth at
   * `tipHeight`. Payments expire only up to the last full read. Runs in the follower's transaction.
   */
  settle(
    tx: Db,
    network: Network,
    txids: readonly string[],
    tipHeight: number,
    now: Date,
  ): Promise<void>;
}

/** The dependencies for following one network. */
export interface Follower {
  readonly network: Network;
  readonly database: Database;
  readonly source: ChainSource;
  readonly ledger: Ledger;
  readonly clock: () => Date;
}
