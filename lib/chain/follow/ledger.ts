import type { Database, Db } from '@/db/client';
import type { Network } from '@/lib/domain/network';
import type { Sats } from '@/lib/domain/sats';
import type { ChainSource, WatchedAddress } from '../source';

export interface WatchedPayment {
  readonly paymentId: string;
  /** Blocks below this height precede the payment and do not count. */
  readonly watchFromHeight: number;
  /** The block before that height; null for a derived address, which nothing precedes. */
  readonly watchAfterHash: string | null;
}

/** A customer-provided address for which the mempool was not searched yet. */
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
  /**
   * Set when there are more addresses than the limit: every payment due to expire by this time is
   * included.
   */
  readonly dueUpTo?: Date;
}

/** The store of the payments for which the follower finds outputs. */
export interface Ledger {
  /**
   * The payments of scriptPubKeys. Scripts without a payment are omitted; the result may include
   * other scripts. Of several payments of a script, the first has priority for its outputs.
   *
   * @param scripts lower-case hex, separated by commas
   */
  watched(
    network: Network,
    scripts: string,
  ): Promise<ReadonlyMap<string, readonly WatchedPayment[]>>;
  /**
   * The addresses to look up one by one: first of payments due to expire at `now`, longest overdue
   * first, then of payments with an open page, then the others, newest first.
   */
  open(network: Network, now: Date): Promise<OpenAddresses>;
  /**
   * Lists addresses to search the mempool for, up to a limit. Payments with these addresses do not
   * expire before the search.
   */
  newAddresses(network: Network): Promise<readonly NewAddress[]>;
  /** Marks the addresses as searched in the mempool. Runs in the follower's transaction. */
  searched(tx: Db, addresses: readonly NewAddress[]): Promise<void>;
  /** When the network's oldest payment was created; undefined without payments. */
  oldestPaymentAt(network: Network): Promise<Date | undefined>;
  /** Notifies pages that show confirmations, on commit. Runs in the follower's transaction. */
  tipMoved(tx: Db, network: Network): Promise<void>;
  /** Records outputs, ignoring known ones. Runs in the follower's transaction. */
  record(tx: Db, network: Network, outputs: readonly FoundOutput[]): Promise<void>;
  /**
   * Recomputes payments paid by `txids`, and payments that gained or lost their required depth at
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

export interface Follower {
  readonly network: Network;
  readonly database: Database;
  readonly source: ChainSource;
  readonly ledger: Ledger;
  readonly clock: () => Date;
}
