import type { ScannedBlock } from '@/lib/bitcoin/scan';
import type { SourceFault } from '@/lib/domain/chain-condition';

/** PostgreSQL channel on which a process sends the name of a network whose source may have news. */
export const CHAIN_MOVED_CHANNEL = 'chain_moved';

export interface BlockRef {
  readonly height: number;
  /** Hex, in display order. */
  readonly hash: string;
}

export interface SourceTip extends BlockRef {
  /** Set while the source is syncing. Its best block may then be an old one. */
  readonly isSyncing?: true;
  /** The verified share of the chain while syncing, from 0 to 1; undefined if unknown. */
  readonly progress?: number | undefined;
}

export interface WatchedAddress {
  readonly address: string;
  /** scriptPubKey, lower-case hex. */
  readonly script: string;
  /** When the address's payment was created. A recent payment is more likely to be paid soon. */
  readonly since: Date;
  /** Null once the payment is paid. */
  readonly expiresAt: Date | null;
  /** Whether the payment page is open or was recently. Money is then likely to arrive soon. */
  readonly viewed: boolean;
}

export interface RawTransaction {
  readonly txid: string;
  readonly raw: Uint8Array;
}

/**
 * A block with all of its transactions, or at least with all that the {@link BlockRequest}
 * describes.
 */
export type Block = Pick<
  ScannedBlock,
  'hash' | 'prevHash' | 'merkleRoot' | 'time' | 'transactions'
>;

export interface ScriptLookUp {
  /** scriptPubKey, lower-case hex. */
  readonly script: string;
  /**
   * Whether a transaction may pay the script soon. Inactive scripts are looked up because a reorg
   * may move transactions that pay them.
   */
  readonly isActive: boolean;
  /** When the script's payment expires; null if it is not pending. */
  readonly expiresAt: Date | null;
  /** Height of the first block that counts. A reorg may move transactions below this height. */
  readonly fromHeight: number;
}

/** The scripts of payments and refunds, for a source that must look up each script separately. */
export interface WatchedScriptReader {
  /** Returns the scripts of active payments and refunds, and of recent transactions. */
  current(): Promise<readonly ScriptLookUp[]>;
  /**
   * Returns the next part of all scripts, in a fixed order. Old scripts are looked up too, because
   * late money may arrive.
   *
   * @param after the end of the previous part; undefined to start
   */
  all(
    after: string | undefined,
    count: number,
  ): Promise<{
    readonly scripts: readonly ScriptLookUp[];
    /** Where the next part continues; undefined after the last part. */
    readonly end: string | undefined;
  }>;
  /** Returns the recorded block heights of transactions. A transaction without one is left out. */
  heights(txids: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

/** What the caller of {@link ChainSource.block} needs from the block. */
export interface BlockRequest {
  readonly txids?: readonly string[];
  readonly scripts?: WatchedScriptReader;
}

/** A transaction that the follower missed when it read the block. */
export interface MinedTransaction extends RawTransaction {
  readonly block: BlockRef;
}

export interface MempoolView {
  /** The transactions that this source has not returned before, or that may pay a new script. */
  readonly transactions: readonly RawTransaction[];
  /** Transactions that a source without whole blocks found only after their block was read. */
  readonly mined?: readonly MinedTransaction[];
  /**
   * Resolves with undefined if this read did not find out whether the transaction is in the
   * mempool.
   */
  has(txid: string): Promise<boolean | undefined>;
  /**
   * Set if this read is complete only up to an earlier time, because some addresses were not looked
   * up. Their payments expire after this time.
   */
  readonly readUpTo?: Date;
  /**
   * Set while the source lacks blocks. The transactions in this view count, but it is not a full
   * read, because any other transaction may be in a missing block.
   */
  readonly isPartial?: true;
  /**
   * Call this after the effects are committed. The source then stops returning the transactions.
   */
  done(): void;
}

/** The follower verifies each push with the source. */
export interface PushHandlers {
  /** The mempool may have a new transaction. */
  onTransaction(txid: string): void;
  /** A block has arrived or pushes were missed, so a full read is due. */
  onMove(): void;
}

export interface PushSubscription {
  /** No handler is called afterwards. */
  close(): void;
}

export interface PushStream {
  /** Calls the handlers until closed. Never throws, because a lost connection is reopened. */
  listen(news: PushHandlers): PushSubscription;
  /** Returns the transactions that are in the mempool now. @throws SourceError */
  unconfirmed(txids: readonly string[]): Promise<readonly RawTransaction[]>;
}

/** Facts that are needed to spend the merchant's outputs. */
export interface SpendingReader {
  /**
   * Returns which outpoints, `txid:vout`, are spent, also by unconfirmed transactions.
   *
   * @throws SourceError
   */
  spent(outpoints: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Returns the fee rate, in satoshis per virtual byte, with which a transaction confirms within
   * about an hour; undefined while the source has no estimate.
   *
   * @throws SourceError
   */
  feeRate(): Promise<number | undefined>;
}

/**
 * What the follower reads from a node, an Electrum server, an Esplora server or the sandbox. Every
 * method rejects with a {@link SourceError} when the source fails.
 */
export interface ChainSource {
  /** Minimum pause between two reads; absent if no pause is needed. */
  readonly readEveryMs?: number;
  /** Returns the best block, from a response that is at most `maxAgeMs` old. */
  tip(maxAgeMs?: number): Promise<SourceTip>;
  /** Returns the hash of the block at this height on the best chain; undefined above the tip. */
  hashAt(height: number): Promise<string | undefined>;
  /** Returns a block with at least the transactions that `wanted` describes. */
  block(hash: string, wanted: BlockRequest): Promise<Block>;
  /**
   * Returns the mempool; undefined while the source does not know it, for example while a node
   * loads it.
   *
   * @param open lists the addresses to look up, for sources that are read address by address
   * @param newScripts newly watched scriptPubKeys (lower-case hex). Their transactions are returned
   *   even if they were returned before.
   * @param watched the scripts to look up, for sources that cannot list the mempool
   */
  mempool(
    open: () => Promise<readonly WatchedAddress[]>,
    newScripts: readonly string[],
    watched: WatchedScriptReader,
  ): Promise<MempoolView | undefined>;
  /**
   * Returns the fee, in satoshis, of a transaction in the mempool or the block; undefined when the
   * source does not know it. A source that never knows fees does not have this method.
   */
  feeOf?(txid: string, blockHash: string | null): Promise<number | undefined>;
  /**
   * Returns the transactions that paid a script in the blocks up to this one; undefined while
   * unknown. Only a source that cannot return replaced blocks needs this method. It must remember
   * results for the time after a reorg.
   */
  depositsUpTo?(script: string, hash: string): Promise<ReadonlySet<string> | undefined>;
  readonly pushed?: PushStream;
  readonly spending: SpendingReader;
}

export type TipSource = Pick<ChainSource, 'tip' | 'depositsUpTo'>;

/** The longest pause that a source can request. Payments are not updated during it. */
export const MAX_SOURCE_PAUSE_MS = 3_600_000;

export interface SourceErrorOptions extends ErrorOptions {
  /** The minimum pause before the next read, at most {@link MAX_SOURCE_PAUSE_MS}. */
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
