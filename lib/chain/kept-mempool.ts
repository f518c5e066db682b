import { isSame, minus, NOTHING, plus, type Size, type Totals } from './mempool-totals';

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

interface Told extends MempoolChange {
  size: Size | undefined;
}

/** Listed again after that in any case. */
const LONGEST_KEPT_MS = 120_000;
/**
 * How long a change that the totals contain may take until it is told, and until it is read. The first
 * is so short that a read which waits in vain is not followed by a longer pause (lib/jobs/follow-pace).
 */
const TOLD_WITHIN_MS = 40;
const READ_WITHIN_MS = 150;
/** With more changes that wait to be read, a list costs less. */
const MOST_WAITING = 5_000;
/** Reads that list the mempool without a try, after many tries in a row that failed. */
const MOST_SKIPPED = 31;

/**
 * The mempool as it was last listed, with the changes that the node has told since. It holds as long
 * as the node's own totals, which are asked for and not told, are those of the list and its changes
 * together: in number, size and fees. So nobody who tells less, more or other than what happened makes
 * a full read incomplete; the mempool is listed again instead.
 */
export class KeptMempool implements MempoolNews {
  readonly #clock: () => Date;
  #isTold = false;
  #listedAt = 0;
  #listed = 0;
  #txids: Set<string> | undefined;
  /** Of those, the ones that were told of since the list. */
  readonly #fresh = new Set<string>();
  /** Of transactions that were told of; those of others are unknown. */
  readonly #sizes = new Map<string, Size>();
  #next = 0n;
  /** Told while the mempool is listed. */
  #early: MempoolChange[] | undefined;
  /** Changes that do not count yet, from the first whose size is unknown. */
  #waiting: Told[] = [];
  /** All changes that count, since the list. */
  #sum = NOTHING;
  /** The node's totals without the changes. */
  #base: Totals | undefined;
  readonly #observers = new Set<() => void>();
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
    this.#waiting = [];
    this.#base = undefined;
    this.#fresh.clear();
    this.#advance();
  }

  change(change: MempoolChange): void {
    if (this.#early) this.#early.push(change);
    else if (this.#txids) this.#apply(this.#txids, change);
    if (this.#waiting.length + (this.#early?.length ?? 0) > MOST_WAITING) this.break();
  }

  /** The size of a transaction in the mempool, as the node answers it. */
  measure(txid: string, size: Size): void {
    this.#sizes.set(txid, size);
    for (const one of this.#waiting) if (one.txid === txid) one.size ??= size;
    this.#advance();
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
    this.#sum = NOTHING;
    for (const change of early) if (this.#txids) this.#apply(txids, change);
    for (const txid of this.#sizes.keys()) if (!txids.has(txid)) this.#sizes.delete(txid);
  }

  /**
   * Takes the node's totals as those of the list, if they fit its length.
   *
   * @param ask begins to read them
   */
  async learn(ask: () => Promise<Totals>): Promise<void> {
    await this.#until(ask, (now, sum) => {
      const base = minus(now, sum);
      if (base.count !== this.#listed) return false;
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
    const found = await this.#until(ask, (now, sum) => isSame(minus(now, sum), base));
    if (found) this.#failures = 0;
    else if (this.#txids) this.#skip = Math.min(2 ** this.#failures++, MOST_SKIPPED);
    return found;
  }

  #apply(kept: Set<string>, change: MempoolChange): void {
    const { kind, txid, sequence } = change;
    // The list has it already.
    if (sequence < this.#next) return;
    const isNews = (kind === 'entered') !== kept.has(txid);
    if (sequence > this.#next || !isNews) {
      this.break();
      return;
    }
    this.#next += 1n;
    if (kind === 'entered') {
      kept.add(txid);
      this.#fresh.add(txid);
      this.#waiting.push({ ...change, size: this.#sizes.get(txid) });
    } else {
      kept.delete(txid);
      this.#fresh.delete(txid);
      this.#leave(change);
    }
    this.#advance();
  }

  #leave(change: MempoolChange): void {
    const size = this.#sizes.get(change.txid);
    this.#sizes.delete(change.txid);
    const unread = this.#waiting.findIndex((one) => one.txid === change.txid && !one.size);
    if (size) this.#waiting.push({ ...change, size });
    // It came and went before it was read.
    else if (unread >= 0) this.#waiting.splice(unread, 1);
    else this.break();
  }

  #advance(): void {
    for (let next = this.#waiting[0]; next?.size; next = this.#waiting[0]) {
      const sign = next.kind === 'entered' ? 1 : -1;
      this.#sum = plus(this.#sum, { count: 1, ...next.size }, sign);
      this.#waiting.shift();
      for (const observe of this.#observers) observe();
    }
    if (!this.#txids) for (const observe of this.#observers) observe();
  }

  /** Whether the answer fits the changes at any moment from now until shortly after it has come. */
  async #until(
    ask: () => Promise<Totals>,
    fits: (now: Totals, sum: Totals) => boolean,
  ): Promise<boolean> {
    const list = this.#txids;
    const [sums, next] = [[this.#sum], this.#next];
    let tell = () => {};
    const observe = () => {
      sums.push(this.#sum);
      tell();
    };
    this.#observers.add(observe);
    const timers: NodeJS.Timeout[] = [];
    try {
      const now = await ask();
      return await new Promise<boolean>((resolve) => {
        tell = () => {
          if (!list || this.#txids !== list) resolve(false);
          else if (sums.splice(0).some((sum) => fits(now, sum))) resolve(true);
        };
        const isSilent = () => this.#waiting.length === 0 && this.#next === next;
        timers.push(
          setTimeout(() => isSilent() && resolve(false), TOLD_WITHIN_MS),
          setTimeout(resolve, READ_WITHIN_MS, false),
        );
        tell();
      });
    } finally {
      for (const timer of timers) clearTimeout(timer);
      this.#observers.delete(observe);
    }
  }
}
