import { type BlockRef, SourceError } from '../source';
import { storedHash } from './cursor';
import type { Follower, WatchedScript } from './ledger';
import { watchedScripts } from './watched-scripts';

/** Number of blocks to trace, a day. After a deeper reorg, the branch counts as lost. */
const MAX_ORPHANED = 144;

/**
 * The branch that ended at the newest block when an address was first watched, compared with the
 * chain being read.
 */
interface AddressStart {
  /** The newest block of the branch that is also on the chain being read. */
  readonly height: number;
  /** The transactions of the branch's blocks that a reorg disconnected. */
  readonly orphaned: ReadonlySet<string>;
  /**
   * Whether the disconnected blocks are unknown, because the source lost them or they are too many.
   */
  readonly isLost: boolean;
}

/**
 * Finds deposits that were in a block before their payment was created. They do not count. Heights
 * are not enough, because a reorg may move a transaction to another block. Such a deposit is on the
 * branch that ended at the newest block when the address was first watched.
 */
export class PriorDeposits {
  readonly #follower: Follower;
  readonly #base: BlockRef;
  readonly #beginnings = new Map<string, Promise<AddressStart>>();

  /** @param base the newest stored block that is on the chain being read */
  constructor(follower: Follower, base: BlockRef) {
    this.#follower = follower;
    this.#base = base;
  }

  /**
   * Whether a transaction is older than the customer-provided address. Where the blocks up to the
   * address are lost, a payment ignores all blocks up to their height, since an earlier deposit may
   * be in a new block now. A refund counts these blocks, since its output has an exact amount, and
   * an output that is missed would be paid twice.
   *
   * @param height the height of its block; null for the mempool
   */
  async includes(
    { script, watchFromHeight, watchAfterHash, paymentId }: WatchedScript,
    txid: string,
    height: number | null,
  ): Promise<boolean> {
    const last = watchFromHeight - 1;
    if (watchAfterHash === null) return false;
    const known = this.#beginnings.get(watchAfterHash);
    const beginning = known ?? this.#trace({ height: last, hash: watchAfterHash });
    if (!known) this.#beginnings.set(watchAfterHash, beginning);
    const { height: common, orphaned, isLost } = await beginning;
    if (isLost) {
      const deposits = await this.#follower.source.depositsUpTo?.(script, watchAfterHash);
      if (deposits) return deposits.has(txid);
    }
    const isOfRefund = paymentId === null;
    const newest = isLost && isOfRefund ? Math.min(common, this.#base.height) : common;
    return (height !== null && height <= newest) || orphaned.has(txid);
  }

  /** Reads disconnected blocks back to the chain being read. */
  async #trace(begin: BlockRef): Promise<AddressStart> {
    const orphaned = new Set<string>();
    let { height, hash } = begin;
    while (!(await this.#isOnChain({ height, hash }))) {
      const block = begin.height - height < MAX_ORPHANED && (await this.#disconnected(hash));
      if (!block) return { height: begin.height, orphaned: new Set(), isLost: true };
      for (const tx of block.transactions) orphaned.add(tx.txid());
      height -= 1;
      hash = block.prevHash;
    }
    return { height, orphaned, isLost: false };
  }

  async #isOnChain({ height, hash }: BlockRef): Promise<boolean> {
    const { network, source, database } = this.#follower;
    if (height > this.#base.height) return (await source.hashAt(height)) === hash;
    const held = await storedHash(database.db, network, height);
    // Older blocks than the stored ones count as part of the chain, because a deeper reorg needs
    // the operator.
    return held === undefined || held === hash;
  }

  /** Returns the disconnected block; undefined when the source no longer has it. */
  async #disconnected(hash: string) {
    try {
      const scripts = watchedScripts(this.#follower, this.#base);
      const block = await this.#follower.source.block(hash, { scripts });
      return block.hash === hash ? block : undefined;
    } catch (error) {
      const lacks = error instanceof SourceError && /bad_answer|pruned/.test(error.fault);
      if (lacks) return undefined;
      throw error;
    }
  }
}
