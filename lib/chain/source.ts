import type { SourceFault } from '@/lib/domain/chain-condition';

/** The channel's payload is the name of a network whose source has something new. */
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
  /** Creation of the address's payment: young payments are more likely to be paid soon. */
  readonly since: Date;
  /** Expiry of the address's payment; null when it is paid. */
  readonly expiresAt: Date | null;
  /**
   * Whether the payment page is or was recently open, so that the payment is likely to be made
   * soon.
   */
  readonly viewed: boolean;
}

export interface RawTransaction {
  readonly txid: string;
  readonly raw: Uint8Array;
}

/** The unconfirmed transactions of one read. */
export interface MempoolView {
  /** Transactions that this source has not returned before, or that may pay new scripts. */
  readonly transactions: readonly RawTransaction[];
  /** Whether a transaction is in the mempool; undefined when this read did not check it. */
  has(txid: string): Promise<boolean | undefined>;
  /**
   * The time up to which this read is complete, if earlier than the read itself: addresses of
   * payments that expire later were not all looked up. Absent for a complete read.
   */
  readonly readUpTo?: Date;
  /**
   * Set while the source lacks blocks: what it lists counts, but this is not a full read, and
   * unlisted transactions may be in one of those blocks.
   */
  readonly isPartial?: true;
  /** Notes that the effects are committed, so that the transactions are not returned again. */
  done(): void;
}

/** The hints that a source pushes: the follower verifies them with the source. */
export interface PushHandlers {
  /** The mempool may have a new transaction. */
  onTransaction(txid: string): void;
  /** A block arrived, or pushes were missed: a full read is due. */
  onMove(): void;
}

export interface PushSubscription {
  /** Ends the stream: nothing is pushed afterwards. */
  close(): void;
}

export interface PushStream {
  /** Listens until closed. Never throws: a lost connection is reopened. */
  listen(news: PushHandlers): PushSubscription;
  /**
   * Returns the given transactions that are in the mempool now, read from the source.
   *
   * @throws SourceError
   */
  unconfirmed(txids: readonly string[]): Promise<readonly RawTransaction[]>;
}

/** What a transaction that spends the merchant's own outputs needs to know. */
export interface SpendingFacts {
  /**
   * Which of these outpoints, `txid:vout`, are spent, by unconfirmed transactions too.
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
 * Esplora server and the sandbox are interchangeable.
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
  /** Hash of the best chain's block at this height; undefined above the tip. */
  hashAt(height: number): Promise<string | undefined>;
  /** Returns a block, serialized. */
  block(hash: string): Promise<Uint8Array>;
  /**
   * Returns the mempool; undefined while unknown (a node that is still loading it). `open` lists
   * the addresses to look up, for sources that are read address by address.
   *
   * @param newScripts scriptPubKeys (lower-case hex) whose transactions are returned again if they
   *   were returned before these scripts had a payment
   */
  mempool(
    open: () => Promise<readonly WatchedAddress[]>,
    newScripts: readonly string[],
  ): Promise<MempoolView | undefined>;
  /**
   * The fee of a transaction in satoshis, in the mempool or in the block; undefined when the source
   * cannot tell. Absent: it never can.
   */
  feeOf?(txid: string, blockHash: string | null): Promise<number | undefined>;
  /** The stream of pushes; absent if the source pushes nothing. */
  readonly pushed?: PushStream;
  readonly spending: SpendingFacts;
}

/** A source as far as creating payments needs it. */
export type TipSource = Pick<ChainSource, 'tip'>;

/**
 * The longest pause before a read that a source can ask for, in ms, because payments wait for it.
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
