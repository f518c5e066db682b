import type { Database, Db } from '@/db/client';
import type { Network } from '@/lib/domain/network';
import type { Sats } from '@/lib/domain/sats';
import type { ChainSource, ScriptLookUp, WatchedAddress, WatchedScripts } from '../source';

/** A scriptPubKey of a payment's or a refund's address. Outputs to it are recorded. */
export interface WatchedScript {
  /** scriptPubKey, lower-case hex. */
  readonly script: string;
  /** The payment for which the outputs count; null for a refund's address. */
  readonly paymentId: string | null;
  /** Height of the first block that counts. Earlier blocks are older than the address. */
  readonly watchFromHeight: number;
  /**
   * Hash of the last block that does not count. It is null for a derived address, which nobody can
   * have paid earlier.
   */
  readonly watchAfterHash: string | null;
}

/** A customer-provided address for which the mempool has not been searched yet. */
export interface NewAddress {
  /** The payment that has the address; null for a refund's address. */
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

/** Addresses to look up one by one. Their number is limited. */
export interface OpenAddresses {
  readonly addresses: readonly WatchedAddress[];
  /**
   * Set when there are more addresses than the limit. The list then contains the addresses of all
   * payments that should expire by this time.
   */
  readonly dueUpTo?: Date;
}

/** The store of payments and refunds, for which the follower finds outputs. */
export interface Ledger {
  /**
   * Returns the payments and refunds with these scriptPubKeys. The result may also contain other
   * scripts. Outputs of a script count for its first payment, or for its refund if the script has
   * no payment.
   *
   * @param scripts lower-case hex, separated by commas
   */
  watched(
    network: Network,
    scripts: string,
  ): Promise<ReadonlyMap<string, readonly WatchedScript[]>>;
  /**
   * Returns the addresses to look up one by one. The order is: payments that should have expired by
   * `now`, longest overdue first; then payments with an open page; then the others, newest first.
   */
  open(network: Network, now: Date): Promise<OpenAddresses>;
  /**
   * Returns the scripts of active payments and refunds, and the scripts of transactions that are
   * unconfirmed or in a block above this height.
   */
  currentScripts(network: Network, aboveHeight: number): Promise<readonly ScriptLookUp[]>;
  /** Returns the scripts of all payments and refunds, in parts. */
  allScripts(
    network: Network,
    after: string | undefined,
    count: number,
  ): Promise<Awaited<ReturnType<WatchedScripts['all']>>>;
  /**
   * Returns addresses for which the mempool must be searched, up to a limit. Their payments do not
   * expire before the search.
   */
  newAddresses(network: Network): Promise<readonly NewAddress[]>;
  /**
   * Marks addresses as searched for in the mempool, and updates the refunds to them. Runs in the
   * follower's transaction.
   */
  searched(
    tx: Db,
    network: Network,
    addresses: readonly NewAddress[],
    tipHeight: number,
    now: Date,
  ): Promise<void>;
  /**
   * Returns the highest past block that must still be searched for refunds paid earlier; undefined
   * if there is none.
   */
  searchHeight(network: Network): Promise<number | undefined>;
  /**
   * Marks a past block as searched, or with null all remaining past blocks. Runs in the follower's
   * transaction.
   */
  searchedPast(tx: Db, network: Network, height: number | null): Promise<void>;
  /** Returns when the network's oldest payment was created; undefined without payments. */
  oldestPaymentAt(network: Network): Promise<Date | undefined>;
  /** Returns the refund transactions whose fee has not yet been requested from the source. */
  wantedFees(
    network: Network,
  ): Promise<readonly { readonly txid: string; readonly blockHash: string | null }[]>;
  /**
   * Records a transaction's fee in the refunds that it pays. An undefined fee means that the source
   * does not know it.
   */
  recordFee(network: Network, txid: string, fee: number | undefined): Promise<void>;
  /** Notifies pages that show confirmations, when the follower's transaction commits. */
  tipMoved(tx: Db, network: Network): Promise<void>;
  /**
   * Records outputs. Outputs that are already recorded are ignored. Runs in the follower's
   * transaction.
   */
  record(tx: Db, network: Network, outputs: readonly FoundOutput[]): Promise<void>;
  /**
   * Updates the payments and refunds that `txids` pay, and others that reach or lose their required
   * depth at `tipHeight`. A payment expires only if a full read covers its expiry. Runs in the
   * follower's transaction.
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
