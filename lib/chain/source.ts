import type { SourceFault } from '@/lib/domain/chain-condition';

/** Notified with the name of a network when its source has something new, where that is known. */
export const CHAIN_MOVED_CHANNEL = 'chain_moved';

export interface BlockRef {
  readonly height: number;
  /** Block hash, hex, in the order people write it. */
  readonly hash: string;
}

export interface WatchedAddress {
  readonly address: string;
  /** scriptPubKey, lower-case hex. */
  readonly script: string;
  /** When its payment was created: the younger, the more likely it is paid soon. */
  readonly since: Date;
  /** When its payment will expire unless it is paid; null when it is paid already. */
  readonly expiresAt: Date | null;
  /** Whether somebody looks at its payment page, or did a moment ago: likely about to pay. */
  readonly viewed: boolean;
}

export interface RawTransaction {
  readonly txid: string;
  readonly raw: Uint8Array;
}

/** One look at the unconfirmed transactions. */
export interface MempoolView {
  /** Those this source has not handed over before. */
  readonly transactions: readonly RawTransaction[];
  /** Whether a transaction is in the mempool now; undefined when this look did not find out. */
  has(txid: string): Promise<boolean | undefined>;
  /**
   * The moment up to which this look knows of everything, where that is earlier than the look:
   * addresses whose payments expire later were not all asked about. Absent: it knows everything.
   */
  readonly readUpTo?: Date;
  /** Called after their effects are committed: they need not be handed over again. */
  done(): void;
}

/**
 * Where a network's blocks and transactions come from. The follower asks for nothing else, so a
 * node, an Esplora server and the sandbox are interchangeable.
 *
 * Every method rejects with a {@link SourceError} when the source cannot answer.
 */
export interface ChainSource {
  /** How long to leave the source alone after a read, in ms; absent: no longer than the reader likes. */
  readonly readEveryMs?: number;
  /**
   * The best block.
   *
   * @param maxAgeMs how old the answer may be, where the source is asked sparingly
   */
  tip(maxAgeMs?: number): Promise<BlockRef>;
  /** Hash of the best chain's block at this height; undefined above the tip. */
  hashAt(height: number): Promise<string | undefined>;
  /** A block, serialized. */
  block(hash: string): Promise<Uint8Array>;
  /**
   * The mempool now; undefined while the source cannot tell (a node that is still loading).
   * `open` lists the addresses worth asking about, for sources that must ask one by one.
   */
  mempool(open: () => Promise<readonly WatchedAddress[]>): Promise<MempoolView | undefined>;
}

export interface SourceErrorOptions extends ErrorOptions {
  /** How long the source must be left alone at the least, in ms. */
  readonly retryAfterMs?: number;
}

/** The source failed us. The message is for the operator and never holds credentials. */
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
