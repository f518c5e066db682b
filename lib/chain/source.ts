export interface BlockRef {
  readonly height: number;
  /** Block hash, hex, in the order people write it. */
  readonly hash: string;
}

export interface WatchedAddress {
  readonly address: string;
  /** scriptPubKey, lower-case hex. */
  readonly script: string;
}

export interface RawTransaction {
  readonly txid: string;
  readonly raw: Uint8Array;
}

/** One look at the unconfirmed transactions. */
export interface MempoolView {
  /** Those this source has not handed over before. */
  readonly transactions: readonly RawTransaction[];
  /** Whether a transaction is in the mempool now. */
  has(txid: string): Promise<boolean>;
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
  /** The best block. */
  tip(): Promise<BlockRef>;
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

export const SOURCE_FAULTS = [
  'unreachable',
  'unauthorized',
  'loading',
  'pruned',
  'wrong_network',
  'rate_limited',
  'bad_answer',
  'history_lost',
] as const;
export type SourceFault = (typeof SOURCE_FAULTS)[number];

/** The source failed us. The message is for the operator and never holds credentials. */
export class SourceError extends Error {
  readonly fault: SourceFault;

  constructor(fault: SourceFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SourceError';
    this.fault = fault;
  }
}
