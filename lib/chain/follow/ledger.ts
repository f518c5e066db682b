import type { Database, Db } from '@/db/client';
import type { Network } from '@/lib/domain/network';
import type { Sats } from '@/lib/domain/sats';
import type { ChainSource, ScriptLookUp, WatchedAddress, WatchedScriptReader } from '../source';

/** A scriptPubKey of a payment's or a refund's address. Outputs to it are recorded. */
export interface WatchedScript {
  /** In lower-case hex. */
  readonly script: string;
  /** The payment for which the outputs count; null for a refund's address. */
  readonly paymentId: string | null;
  /** Outputs in blocks below this height do not count. */
  readonly watchFromHeight: number;
  /**
   * Hash of the last block that does not count; null for a derived address, which nobody can have
   * paid earlier.
   */
  readonly watchAfterHash: string | null;
}

/** A customer-provided address for which the mempool has not been searched yet. */
export interface UnsearchedAddress {
  /** Null for a refund's address. */
  readonly paymentId: string | null;
  /** scriptPubKey, lower-case hex. */
  readonly script: string;
}

export interface FoundOutput extends Pick<WatchedScript, 'script' | 'paymentId'> {
  readonly txid: string;
  readonly vout: number;
  readonly sats: Sats;
}

/** A limited number of addresses to look up one by one. */
export interface AddressesToLookUp {
  readonly addresses: readonly WatchedAddress[];
  /**
   * Set when there are more addresses than the limit. The list then contains the addresses of all
   * payments that should expire by this time.
   */
  readonly dueUpTo?: Date;
}

/**
 * Stores payments and refunds, for which the follower finds outputs. The methods with `tx` run in
 * the follower's transaction.
 */
export interface Ledger {
  /**
   * Returns the payments and refunds with these scriptPubKeys (lower-case hex, separated by
   * commas). The map may contain other scripts too. Outputs of a script count for its first
   * payment, or for its refund if it has no payment.
   */
  watched(
    network: Network,
    scripts: string,
  ): Promise<ReadonlyMap<string, readonly WatchedScript[]>>;
  /**
   * Returns the addresses to look up one by one. Payments that should have expired by `now` come
   * first, longest overdue first, then payments with an open page, then the others, newest first.
   */
  open(network: Network, now: Date): Promise<AddressesToLookUp>;
  /**
   * Returns the scripts of active payments and refunds, and the scripts of transactions that are
   * unconfirmed or in a block above this height.
   */
  currentScripts(network: Network, aboveHeight: number): Promise<readonly ScriptLookUp[]>;
  /**
   * Returns the next `count` scripts of all payments and refunds. `after` is the `end` of the
   * previous part.
   */
  allScripts(
    network: Network,
    after: string | undefined,
    count: number,
  ): Promise<Awaited<ReturnType<WatchedScriptReader['all']>>>;
  /**
   * Returns addresses for which the mempool must be searched, up to a limit. Their payments do not
   * expire before the search.
   */
  newAddresses(network: Network): Promise<readonly UnsearchedAddress[]>;
  /** Records that the mempool was searched for addresses, and updates the refunds to them. */
  searched(
    tx: Db,
    network: Network,
    addresses: readonly UnsearchedAddress[],
    tipHeight: number,
    now: Date,
  ): Promise<void>;
  /**
   * Returns the highest past block that must still be searched for refunds paid earlier; undefined
   * if there is none.
   */
  searchHeight(network: Network): Promise<number | undefined>;
  /** Records that a past block was searched; null records it for all remaining ones. */
  searchedPast(tx: Db, network: Network, height: number | null): Promise<void>;
  /** Returns when the oldest payment was created; undefined without payments. */
  oldestPaymentAt(network: Network): Promise<Date | undefined>;
  /** Returns the refund transactions whose fee has not yet been requested from the source. */
  wantedFees(
    network: Network,
  ): Promise<readonly { readonly txid: string; readonly blockHash: string | null }[]>;
  /**
   * Records a transaction's fee, in satoshis, in the refunds that it pays. The fee is undefined
   * when the source does not know it.
   */
  recordFee(network: Network, txid: string, fee: number | undefined): Promise<void>;
  /** Notifies pages that show confirmations, when the follower's transaction commits. */
  tipMoved(tx: Db, network: Network): Promise<void>;
  /** Records outputs that are not recorded yet. */
  record(tx: Db, network: Network, outputs: readonly FoundOutput[]): Promise<void>;
  /**
   * Updates the payments and refunds that `txids` pay, and others that reach or lose their required
   * depth at `tipHeight`. A payment expires only if a full read covers its expiry.
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
