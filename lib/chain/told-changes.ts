import { NOTHING, plus, type Size, type Totals } from './mempool-totals';

interface Told {
  readonly kind: 'entered' | 'left';
  readonly txid: string;
  size: Size | undefined;
}

/**
 * How long to wait until a change that is in the node's totals is told, and until its transaction is
 * read. The first is so short that a read which waits in vain does not lengthen the pause after it
 * (lib/jobs/follow-pace).
 */
const TOLD_WITHIN_MS = 40;
const READ_WITHIN_MS = 150;

/** The changes of a mempool that a node tells, added up once the sizes of their transactions are read. */
export class ToldChanges {
  /** By txid, for transactions that were told of; other sizes are unknown. */
  readonly #sizes = new Map<string, Size>();
  /** Changes that do not count yet, from the first whose size is unknown. */
  #waiting: Told[] = [];
  /** All changes that count. */
  #sum = NOTHING;
  #told = 0;
  /** Departures, among those told and among those that count. */
  #left = { told: 0, counted: 0 };
  #restarts = 0;
  readonly #observers = new Set<() => void>();

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Begins again without changes: no totals fit for those who wait now. */
  restart(): void {
    this.#restarts += 1;
    this.#waiting = [];
    this.#sum = NOTHING;
    this.#left = { told: 0, counted: 0 };
    this.#notify();
  }

  forgetAllBut(txids: ReadonlySet<string>): void {
    for (const txid of this.#sizes.keys()) if (!txids.has(txid)) this.#sizes.delete(txid);
  }

  entered(txid: string): void {
    this.#told += 1;
    this.#waiting.push({ kind: 'entered', txid, size: this.#sizes.get(txid) });
    this.#advance();
  }

  /** @returns false if its size was never read, so that nothing adds up any more */
  left(txid: string): boolean {
    this.#told += 1;
    const size = this.#sizes.get(txid);
    this.#sizes.delete(txid);
    if (size) {
      this.#left.told += 1;
      this.#waiting.push({ kind: 'left', txid, size });
    } else {
      const unread = this.#waiting.findIndex((one) => one.txid === txid && !one.size);
      if (unread < 0) return false;
      // It came and went before it was read.
      this.#waiting.splice(unread, 1);
    }
    this.#advance();
    return true;
  }

  measure(txid: string, size: Size): void {
    this.#sizes.set(txid, size);
    for (const one of this.#waiting) if (one.txid === txid) one.size ??= size;
    this.#advance();
  }

  /**
   * Whether the answer fits the changes at any moment from now until shortly after it has come. A sum
   * that is followed by a departure fits nothing: totals from before it do not prove it.
   *
   * @param fits is called once with true as its result, before another change is told
   */
  async meet(
    ask: () => Promise<Totals>,
    fits: (now: Totals, sum: Totals) => boolean,
  ): Promise<boolean> {
    const [restarts, told] = [this.#restarts, this.#told];
    const here = () => ({ sum: this.#sum, left: this.#left.counted });
    const sums = [here()];
    let tell = () => {};
    const observe = () => {
      sums.push(here());
      tell();
    };
    this.#observers.add(observe);
    const timers: NodeJS.Timeout[] = [];
    try {
      const now = await ask();
      return await new Promise<boolean>((resolve) => {
        tell = () => {
          const isProven = ({ sum, left }: (typeof sums)[number]) =>
            left === this.#left.told && fits(now, sum);
          if (this.#restarts !== restarts) resolve(false);
          else if (sums.splice(0).some(isProven)) {
            this.#observers.delete(observe);
            resolve(true);
          }
        };
        const isSilent = () => this.#waiting.length === 0 && this.#told === told;
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

  #advance(): void {
    for (let next = this.#waiting[0]; next?.size; next = this.#waiting[0]) {
      const sign = next.kind === 'entered' ? 1 : -1;
      this.#sum = plus(this.#sum, { count: 1, ...next.size }, sign);
      if (next.kind === 'left') this.#left.counted += 1;
      this.#waiting.shift();
      this.#notify();
    }
  }

  #notify(): void {
    for (const observe of this.#observers) observe();
  }
}
