import { isSame, minus, type Size, type Totals } from './mempool-totals';
import { ToldChanges } from './told-changes';

/** A change of the mempool that a node has told, with its place among them. */
export interface MempoolChange {
  readonly kind: 'entered' | 'left';
  readonly txid: string;
  readonly sequence: bigint;
}

/** Receives what a node tells of its mempool. */
export interface MempoolNews {
  /** Every change is told from now on. */
  begin(): void;
  change(change: MempoolChange): void;
  /** Changes were missed, or came without being told. */
  break(): void;
  /** No change is told any more. */
  end(): void;
}

/** Listed again after that in any case. */
const LONGEST_KEPT_MS = 120_000;
/** With more changes that wait to be read, a list costs less. */
const MOST_WAITING = 5_000;
/** After many failed checks in a row, this many reads list the mempool without a check. */
const MOST_SKIPPED = 31;

/**
 * The mempool as it was last listed, with the changes that ZMQ has told since. It is used as long as the
 * node's own totals, asked for over RPC, equal those of the list and its changes in number, size and
 * fees. So lost, forged or wrong ZMQ messages never make a full read incomplete: the mempool is listed
 * again instead.
 */
export class KeptMempool implements MempoolNews {
  readonly #clock: () => Date;
  #isTold = false;
  #listedAt = 0;
  #listed = 0;
  #txids: Set<string> | undefined;
  /** Those of `#txids` that were told of since the list. */
  readonly #fresh = new Set<string>();
  /** Those of `#txids` that left after a read had confirmed the list: that read still sees them. */
  readonly #gone = new Set<string>();
  /** The changes since the list. */
  readonly #changes = new ToldChanges();
  #next = 0n;
  /** Changes that were told while the mempool is being listed. */
  #early: MempoolChange[] | undefined;
  /** The node's totals without the changes. */
  #base: Totals | undefined;
  #failures = 0;
  #skip = 0;

  constructor(clock: () => Date) {
    this.#clock = clock;
  }

  /** Whether the node tells of changes. */
  get isTold(): boolean {
    return this.#isTold;
  }

  /** Undefined while the mempool has to be listed. */
  get txids(): ReadonlySet<string> | undefined {
    return this.#txids;
  }

  /** The transactions that were told of since the list and are still there. */
  get fresh(): ReadonlySet<string> {
    return this.#fresh;
  }

  begin(): void {
    this.break();
    this.#isTold = true;
  }

  end(): void {
    this.break();
    this.#isTold = false;
  }

  break(): void {
    this.#txids = undefined;
    this.#early = undefined;
    this.#base = undefined;
    this.#fresh.clear();
    this.#gone.clear();
    this.#changes.restart();
  }

  change(change: MempoolChange): void {
    if (this.#early) this.#early.push(change);
    else if (this.#txids) this.#apply(this.#txids, change);
    if (this.#changes.waiting + (this.#early?.length ?? 0) > MOST_WAITING) this.break();
  }

  /** The size of a transaction in the mempool, as the node answers it. */
  measure(txid: string, size: Size): void {
    this.#changes.measure(txid, size);
  }

  /** Changes are kept from now on for the list that is asked for next. */
  beginList(): void {
    this.break();
    this.#early = [];
  }

  /**
   * @param txids the list, which is kept and changed
   * @param sequence the place of the first change that the list does not contain
   */
  endList(txids: Set<string>, sequence: bigint): void {
    const early = this.#early;
    if (!early) return;
    this.#early = undefined;
    this.#txids = txids;
    this.#listed = txids.size;
    this.#listedAt = this.#clock().getTime();
    this.#next = sequence;
    for (const change of early) if (this.#txids) this.#apply(txids, change);
    this.#changes.forgetAllBut(txids);
  }

  /**
   * Takes the node's totals as those of the list, if they fit its length.
   *
   * @param ask begins to read them
   */
  async learn(ask: () => Promise<Totals>): Promise<void> {
    await this.#changes.meet(ask, (now, sum) => {
      const base = minus(now, sum);
      if (!this.#txids || base.count !== this.#listed) return false;
      this.#base = base;
      return true;
    });
  }

  /**
   * Whether the list with its changes is the mempool, as of now or later.
   *
   * @param ask begins to read the node's totals
   */
  async holds(ask: () => Promise<Totals>): Promise<boolean> {
    const base = this.#base;
    const age = this.#clock().getTime() - this.#listedAt;
    if (!base || this.#skip > 0 || age < 0 || age > LONGEST_KEPT_MS) {
      this.#skip = Math.max(0, this.#skip - 1);
      await ask();
      return false;
    }
    const holds = await this.#changes.meet(ask, (now, sum) => {
      if (!isSame(minus(now, sum), base)) return false;
      this.#dropGone();
      return true;
    });
    if (holds) this.#failures = 0;
    else if (this.#txids) this.#skip = Math.min(2 ** this.#failures++, MOST_SKIPPED);
    return holds;
  }

  #apply(kept: Set<string>, change: MempoolChange): void {
    const { kind, txid, sequence } = change;
    // The list has it already.
    if (sequence < this.#next) return;
    const isThere = kept.has(txid) && !this.#gone.has(txid);
    const isNews = (kind === 'entered') !== isThere;
    if (sequence > this.#next || !isNews) {
      this.break();
      return;
    }
    this.#next += 1n;
    if (kind === 'entered') {
      kept.add(txid);
      this.#gone.delete(txid);
      this.#fresh.add(txid);
      this.#changes.entered(txid);
    } else {
      this.#gone.add(txid);
      if (!this.#changes.left(txid)) this.break();
    }
  }

  #dropGone(): void {
    for (const txid of this.#gone) {
      this.#txids?.delete(txid);
      this.#fresh.delete(txid);
    }
    this.#gone.clear();
  }
}
