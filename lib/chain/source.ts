import type { ScannedBlock } from '@/lib/bitcoin/scan';
import type { SourceFault } from '@/lib/domain/chain-condition';

/** A notification on this channel contains the name of a network whose source has something new. */
export const CHAIN_MOVED_CHANNEL = 'chain_moved';

export interface BlockRef {
  readonly height: number;
  /** Block hash, hex, in display order. */
  readonly hash: string;
}

export interface SourceTip extends BlockRef {
  /** Set while the source is syncing, so that its best block may be an early one. */
  readonly isSyncing?: true;
  /** The verified share of the chain while syncing, from 0 to 1, if known. */
  readonly progress?: number | undefined;
}

export interface WatchedAddress {
  readonly address: string;
  /** scriptPubKey, lower-case hex. */
  readonly script: string;
  /**
   * When the payment of the address was created. Recent payments are more likely to be paid soon.
   */
  readonly since: Date;
  /** Expiry of the address's payment; null when it is paid. */
  readonly expiresAt: Date | null;
  /** Whether the payment page is or was recently open, so that money is likely to arrive soon. */
  readonly viewed: boolean;
}

export interface RawTransaction {
  readonly txid: string;
  readonly raw: Uint8Array;
}

/** A block with all of its transactions, or at least the {@link Wanted} ones. */
export type Block = Pick<
  ScannedBlock,
  'hash' | 'prevHash' | 'merkleRoot' | 'time' | 'transactions'
>;

export interface ScriptLookUp {
  /** scriptPubKey, lower-case hex. */
  readonly script: string;
  /**
   * Whether a transaction may arrive soon. The other scripts are looked up because a reorg may move
   * their transactions.
   */
  readonly isActive: boolean;
  /** Expiry of the script's payment; null unless it is pending. */
  readonly expiresAt: Date | null;
  /** Blocks below this height precede the script's payment, except after a reorg. */
  readonly fromHeight: number;
}

/** The scripts of payments and refunds, for a source that is read script by script. */
export interface WatchedScripts {
  /** The scripts of active payments and refunds, and of recent transactions. */
  current(): Promise<readonly ScriptLookUp[]>;
  /**
   * Returns the next part of all scripts in a fixed order, because old scripts may be paid too.
   *
   * @param after the end of the previous part; undefined to start
   */
  all(
    after: string | undefined,
    count: number,
  ): Promise<{
    readonly scripts: readonly ScriptLookUp[];
    /** The end of this part; undefined after the last part. */
    readonly end: string | undefined;
  }>;
  /** Returns the recorded heights of transactions. Transactions without a height are omitted. */
  heights(txids: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

/** The transactions that the caller of {@link ChainSource.block} needs. */
export interface Wanted {
  readonly txids?: readonly string[];
  /** The scripts whose transactions are wanted. */
  readonly scripts?: WatchedScripts;
}

/** A transaction of a block that the follower has already read. */
export interface MinedTransaction extends RawTransaction {
  readonly block: BlockRef;
}

/** One of our unconfirmed transactions. */
export interface UnconfirmedTransaction {
  readonly txid: string;
  /** The outpoints that the transaction spends, `txid:vout`. */
  readonly spends: readonly string[];
}

/** The unconfirmed transactions of one read. */
export interface MempoolView {
  /** Transactions that this source has not returned before, or that may pay new scripts. */
  readonly transactions: readonly RawTransaction[];
  /** Transactions that a source without whole blocks found only after their block was read. */
  readonly mined?: readonly MinedTransaction[];
  /** Whether a transaction is in the mempool; undefined when this read did not check it. */
  has(txid: string): Promise<boolean | undefined>;
  /**
   * The time up to which this read is complete, if earlier than the read. Not all addresses of
   * payments that expire later were looked up. Absent for a complete read.
   */
  readonly readUpTo?: Date;
  /**
   * Set while the source lacks blocks. Listed transactions count, but this is not a full read, and
   * unlisted transactions may be in one of the missing blocks.
   */
  readonly isPartial?: true;
  /** Call once the effects are committed, so that the transactions are not returned again. */
  done(): void;
}

/** Handlers of the hints that a source pushes. The follower verifies each hint with the source. */
export interface PushHandlers {
  /** The mempool may have a new transaction. */
  onTransaction(txid: string): void;
  /** A block arrived, or pushes were missed. In both cases a full read is due. */
  onMove(): void;
}

export interface PushSubscription {
  /** Ends the stream. Nothing is pushed afterwards. */
  close(): void;
}

export interface PushStream {
  /** Listens until closed. Never throws, because a lost connection is reopened. */
  listen(news: PushHandlers): PushSubscription;
  /**
   * Returns the given transactions that are in the mempool now, read from the source.
   *
   * @throws SourceError
   */
  unconfirmed(txids: readonly string[]): Promise<readonly RawTransaction[]>;
}

/** Facts that are needed to spend the merchant's own outputs. */
export interface SpendingFacts {
  /**
   * Returns which of these outpoints, `txid:vout`, are spent, including by unconfirmed
   * transactions.
   *
   * @throws SourceError
   */
  spent(outpoints: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Returns the fee rate for a confirmation within about an hour, in satoshis per virtual byte;
   * undefined while the source has no estimate.
   *
   * @throws SourceError
   */
  feeRate(): Promise<number | undefined>;
}

/**
 * The source of a network's blocks and transactions. The follower needs nothing else, so a node, an
 * Electrum or Esplora server and the sandbox are interchangeable.
 *
 * Every method rejects with a {@link SourceError} when the source fails.
 */
export interface ChainSource {
  /** Minimum pause between two reads, in ms; absent: none. */
  readonly readEveryMs?: number;
  /**
   * Returns the best block.
   *
   * @param maxAgeMs the accepted age of a cached answer
   */
  tip(maxAgeMs?: number): Promise<SourceTip>;
  /** Returns the hash of the best chain's block at this height; undefined above the tip. */
  hashAt(height: number): Promise<string | undefined>;
  /** Returns a block with at least the wanted transactions. */
  block(hash: string, wanted: Wanted): Promise<Block>;
  /**
   * Returns the mempool; undefined while it is unknown, as on a node that is still loading it.
   * `open` lists the addresses to look up, for sources that are read address by address.
   *
   * @param newScripts scriptPubKeys (lower-case hex) whose transactions are returned again if they
   *   were returned before these scripts had a payment
   * @param watched the scripts to look up and our unconfirmed transactions, for sources that cannot
   *   list the mempool
   */
  mempool(
    open: () => Promise<readonly WatchedAddress[]>,
    newScripts: readonly string[],
    watched: WatchedScripts & { readonly unconfirmed: readonly UnconfirmedTransaction[] },
  ): Promise<MempoolView | undefined>;
  /**
   * Returns the fee of a transaction in the mempool or the block, in satoshis; undefined when the
   * source does not know it. Absent for a source that never knows fees.
   */
  feeOf?(txid: string, blockHash: string | null): Promise<number | undefined>;
  /**
   * Returns the transactions that paid a script in the blocks up to this one; undefined while
   * unknown. Needed for a source that cannot return a replaced block, and instead remembers its
   * responses while the block was on the best chain.
   */
  depositsUpTo?(script: string, hash: string): Promise<ReadonlySet<string> | undefined>;
  /** The stream of pushes; absent if the source pushes nothing. */
  readonly pushed?: PushStream;
  readonly spending: SpendingFacts;
}

/** A source as far as creating payments needs it. */
export type TipSource = Pick<ChainSource, 'tip' | 'depositsUpTo'>;

/**
 * The longest pause in ms that a source can request before the next read. Payments wait during the
 * pause.
 */
export const MAX_SOURCE_PAUSE_MS = 3_600_000;

export interface SourceErrorOptions extends ErrorOptions {
  /** The minimum pause before the next read, in ms; at most {@link MAX_SOURCE_PAUSE_MS}. */
  readonly retryAfterMs?: number;
}

/** A failure of the source. The message is for the operator and never contains credentials. */
export class SourceError extends Error {
  readonly fault: SourceFault;
  readonly retryAfterMs: number | undefined;

  constructor(fault: SourceFault, message: string, options?: SourceErrorOptions) {
    super(message, options);
    this.name = 'SourceError';
    this.fault = fault;
    this.retryAfterMs = options?.retryAfterMs;
  }
}
