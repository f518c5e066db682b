import type { ReadyDelivery } from './claim-deliveries';

/** Additional slots for merchants with nothing in flight, as a fraction of the maximum. */
const RESERVE = 1 / 4;

type HostSlot = Pick<ReadyDelivery, 'merchantId' | 'host'>;

const keyOf = ({ merchantId, host }: HostSlot) => `${merchantId} ${host}`;

function add(counts: Map<string, number>, key: string, change: number): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}

/** The slots of this process's attempts in flight, and the list of deliveries to claim next. */
export class Slots {
  readonly #max: number;
  readonly #perHost: number;
  readonly #inFlight = new Map<string, number>();
  readonly #byMerchant = new Map<string, number>();
  #used = 0;
  #ready: ReadyDelivery[] = [];
  #listed = new Map<string, number>();

  /**
   * @param max the maximum attempts in flight, without the reserve
   * @param perHost the maximum attempts in flight between one merchant and one host
   */
  constructor(max: number, perHost: number) {
    this.#max = max;
    this.#perHost = perHost;
  }

  get isEmpty(): boolean {
    return this.#ready.length === 0;
  }

  /** Replaces the list of ready deliveries. The caller passes them in the order of `listReady`. */
  fill(ready: readonly ReadyDelivery[]): void {
    this.#ready = [...ready];
    this.#listed = new Map();
    for (const one of ready) add(this.#listed, keyOf(one), 1);
  }

  /** Takes deliveries off the list while slots are free for them, and occupies these slots. */
  take(): ReadyDelivery[] {
    const taken: ReadyDelivery[] = [];
    const left: ReadyDelivery[] = [];
    const full = new Set<string>();
    let read = 0;
    for (const one of this.#ready) {
      // The list may be long, so the loop ends once all listed hosts are full.
      if (this.#used >= this.#max * (1 + RESERVE) || full.size === this.#listed.size) break;
      read += 1;
      const key = keyOf(one);
      const isFull = (this.#inFlight.get(key) ?? 0) >= (one.isProbe ? 1 : this.#perHost);
      const isFirst = !this.#byMerchant.has(one.merchantId);
      if (isFull) full.add(key);
      if (isFull || (this.#used >= this.#max && !isFirst)) left.push(one);
      else {
        this.add(one);
        add(this.#listed, key, -1);
        taken.push(one);
      }
    }
    this.#ready.splice(0, read, ...left);
    return taken;
  }

  /** Occupies a slot, even beyond the maximum. */
  add(one: HostSlot): void {
    this.#count(one, 1);
  }

  /** Frees the slot of an attempt that has ended, or of a delivery that could not be claimed. */
  release(one: HostSlot): void {
    this.#count(one, -1);
  }

  #count(one: HostSlot, change: 1 | -1): void {
    this.#used += change;
    add(this.#inFlight, keyOf(one), change);
    add(this.#byMerchant, one.merchantId, change);
  }
}
