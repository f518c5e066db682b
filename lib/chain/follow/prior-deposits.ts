import { type BlockRef, SourceError } from '../source';
import { createWatchedScriptReader } from './create-watched-script-reader';
import { readStoredBlockHash } from './cursor';
import type { Follower, WatchedScript } from './ledger';

/** About a day of disconnected blocks. A longer branch counts as lost. */
const MAX_ORPHANED = 144;

/**
 * Compares the chain being read with the branch on which an address was first watched. The branch
 * ends at the block that was the tip when watching began.
 */
interface AddressStart {
  /** Height of the newest block that the branch and the chain have in common. */
  readonly height: number;
  /** The transactions in the branch's disconnected blocks. */
  readonly orphaned: ReadonlySet<string>;
  /**
   * Set when the disconnected blocks cannot be read: the source lost them, or there are too many.
   */
  readonly isLost: boolean;
}

/**
 * Recognizes deposits that do not count because they were in a block before their payment was
 * created. Heights are not enough, because a reorg may move a deposit to another block.
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
   * Whether a transaction paid a customer-provided address before the address was watched. If the
   * branch's blocks are lost, a payment ignores all deposits up to their height. A refund counts
   * them: it matches only its exact amount, and a missed refund would be paid twice.
   *
   * @param height the height of the transaction's block; null for the mempool
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
    const held = await readStoredBlockHash(database.db, network, height);
    // Blocks below the stored ones count as unchanged: the operator decides about deeper reorgs.
    return held === undefined || held === hash;
  }

  async #disconnected(hash: string) {
    try {
      const scripts = createWatchedScriptReader(this.#follower, this.#base);
      const block = await this.#follower.source.block(hash, { scripts });
      return block.hash === hash ? block : undefined;
    } catch (error) {
      const lacks = error instanceof SourceError && /bad_answer|pruned/.test(error.fault);
      if (lacks) return undefined;
      throw error;
    }
  }
}
