import type { Database, Db } from '@/db/client';
import type { Network } from '@/lib/domain/network';
import type { Sats } from '@/lib/domain/sats';
import type { ChainSource, ScriptLookUp, WatchedAddress, WatchedScripts } from '../source';

/** A scriptPubKey whose outputs are recorded, of a payment's or a refund's address. */
export interface WatchedScript {
  /** scriptPubKey, lower-case hex. */
  readonly script: string;
  /** The payment that the outputs pay; null for the address of refunds. */
  readonly paymentId: string | null;
  /** Blocks below this height precede the address and do not count. */
  readonly watchFromHeight: number;
  /** The block below `watchFromHeight`; null for a derived address, which was not used earlier. */
  readonly watchAfterHash: string | null;
}

/** A customer-provided address for which the mempool was not searched yet. */
export interface NewAddress {
  /** The payment that has the address; null for the address of refunds. */
  readonly paymentId: string | null;
  /** scriptPubKey, lower-case hex. */
  readonly script: string;
}

/** An output to a watched script. */
export interface FoundOutput extends Pick<WatchedScript, 'script' | 'paymentId'> {
  readonly txid: string;
  readonly vout: number;
  readonly sats: Sats;
}

/** The addresses to look up one by one, up to a limit. */
export interface OpenAddresses {
  readonly addresses: readonly WatchedAddress[];
  /**
   * Set when there are more addresses than the limit. Every payment due to expire by this time is
   * then included.
   */
  readonly dueUpTo?: Date;
}

/** The store of the payments and refunds for which the follower finds outputs. */
export interface Ledger {
  /**
   * Returns the payments and refunds of scriptPubKeys. Scripts without either are omitted, and the
   * result may include other scripts. Outputs of a script count for its first payment, or for its
   * refund if the script has no payment.
   *
   * @param scripts lower-case hex, separated by commas
   */
  watched(
    network: Network,
    scripts: string,
  ): Promise<ReadonlyMap<string, readonly WatchedScript[]>>;
  /**
   * Returns the addresses to look up one by one. First come addresses of payments due to expire at
   * `now`, longest overdue first, then of payments with an open page, then the others, newest
   * first.
   */
  open(network: Network, now: Date): Promise<OpenAddresses>;
  /**
   * Returns the scripts of active payments and refunds, and of transactions that are unconfirmed or
   * in a block above this height.
   */
  currentScripts(network: Network, aboveHeight: number): Promise<readonly ScriptLookUp[]>;
  /** Returns scripts of all payments and refunds, part by part. */
  allScripts(
    network: Network,
    after: string | undefined,
    count: number,
  ): Promise<Awaited<ReturnType<WatchedScripts['all']>>>;
  /**
   * Lists addresses to search the mempool for, up to a limit. Payments with these addresses do not
   * expire before the search.
   */
  newAddresses(network: Network): Promise<readonly NewAddress[]>;
  /**
   * Marks the addresses as searched in the mempool, and recomputes their refunds. Runs in the
   * follower's transaction.
   */
  searched(
    tx: Db,
    network: Network,
    addresses: readonly NewAddress[],
    tipHeight: number,
    now: Date,
  ): Promise<void>;
  /** The highest past block to search for refunds that were paid earlier; undefined without any. */
  searchHeight(network: Network): Promise<number | undefined>;
  /**
   * Marks a past block as searched. With null, marks all remaining blocks. Runs in the follower's
   * transaction.
   */
  searchedPast(tx: Db, network: Network, height: number | null): Promise<void>;
  /** Returns when the network's oldest payment was created; undefined without payments. */
  oldestPaymentAt(network: Network): Promise<Date | undefined>;
  /** Returns the transactions of refunds whose fee was not yet requested from the source. */
  wantedFees(
    network: Network,
  ): Promise<readonly { readonly txid: string; readonly blockHash: string | null }[]>;
  /**
   * Records the fee of a transaction in its refunds; undefined when the source does not know it.
   */
  recordFee(network: Network, txid: string, fee: number | undefined): Promise<void>;
  /** Notifies pages that show confirmations, on commit. Runs in the follower's transaction. */
  tipMoved(tx: Db, network: Network): Promise<void>;
  /** Records outputs, ignoring known ones. Runs in the follower's transaction. */
  record(tx: Db, network: Network, outputs: readonly FoundOutput[]): Promise<void>;
  /**
   * Recomputes payments and refunds paid by `txids`, and others that gained or lost their required
   * depth at `tipHeight`. Payments expire only up to the last full read. Runs in the follower's transaction.
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
