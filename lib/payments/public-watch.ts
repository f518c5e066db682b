import { isNetwork, type Network } from '@/lib/domain/network';
import { Outages } from '@/lib/server/changes/outages';
import type { PublicPayment } from './public-payment';

/** What of a payment a block changes. */
type Depth = Pick<PublicPayment, 'confirmations' | 'firstBlock'>;

interface Watcher {
  readonly checkoutId: string;
  readonly network: Network;
  /** The confirmations that it shows now; without them, it is told of the next block in any case. */
  readonly depth?: Depth;
  /** Who asks, as for rate limits: an IP address, or for IPv6 its /64. */
  readonly client: string;
  readonly onMove: (payment: PublicPayment) => void;
  readonly onClose: () => void;
}

export interface WatchDeps {
  /** Reads several payments with one query. */
  read(checkoutIds: readonly string[]): Promise<PublicPayment[]>;
  /** Starts to listen; `onNotify` gets a checkout id, a network's name, or nothing for "all". */
  listen(onNotify: (payload?: string) => void): Promise<unknown>;
  /** Told how many pages are open, whenever that changes. */
  onCount?(open: number): void;
  /** Told once of failures in a row. */
  onError(error: unknown): void;
}

/** The limit that a further page would exceed, which asks at intervals instead. */
export type WatchRefusal = 'server' | 'payment' | 'client';

/**
 * The most open pages of this process, since each holds a socket; of one payment; and of one client,
 * which may be the gateway of a whole company.
 */
const MOST = { server: 5_000, payment: 50, client: 200 };
const IDS_PER_READ = 500;
const RETRY_MS = 1_000;
/** Pages that are told in one turn of the event loop: each renders its payment. */
const TOLD_PER_TURN = 8;

/**
 * Notifies open payment pages of changes. One listening connection serves all pages, and payments
 * that change together are read together.
 */
export class PaymentWatch {
  readonly #deps: WatchDeps;
  readonly #byPayment = new Map<string, Set<Watcher>>();
  readonly #byClient = new Map<string, number>();
  #count = 0;
  /** By checkout id, whether the payment itself moved, or only its chain's tip. */
  readonly #moved = new Map<string, 'payment' | 'tip'>();
  /** What the pages of a payment show. */
  readonly #depths = new Map<string, Depth>();
  #listening: Promise<unknown> | undefined;
  #reading = false;
  readonly #outages: Outages;
  #closed = false;

  constructor(deps: WatchDeps) {
    this.#deps = deps;
    this.#outages = new Outages((error) => deps.onError(error));
  }

  /**
   * Calls `onMove` with the payment after each change, the same object for every page, and `onClose`
   * when this process stops serving.
   *
   * @returns a function that ends it, or the limit that it would exceed
   */
  watch(watcher: Watcher): (() => void) | WatchRefusal {
    const { checkoutId, client, depth } = watcher;
    if (this.#closed || this.#count >= MOST.server) return 'server';
    const ofPayment = this.#byPayment.get(checkoutId) ?? new Set();
    if (ofPayment.size >= MOST.payment) return 'payment';
    const ofClient = this.#byClient.get(client) ?? 0;
    if (ofClient >= MOST.client) return 'client';
    this.#byPayment.set(checkoutId, ofPayment.add(watcher));
    // A page that is opened shows what others were told, or something newer.
    if (ofPayment.size === 1 && depth) this.#depths.set(checkoutId, depth);
    this.#byClient.set(client, ofClient + 1);
    this.#setCount(this.#count + 1);
    this.#listen();
    return () => this.#forget(watcher, ofPayment);
  }

  /** Ends every page's connection, since an open one would keep the process alive. */
  close(): void {
    this.#closed = true;
    for (const { onClose } of this.#all()) onClose();
    this.#byPayment.clear();
  }

  #forget(watcher: Watcher, ofPayment: Set<Watcher>): void {
    const { checkoutId, client } = watcher;
    if (!ofPayment.delete(watcher)) return;
    if (ofPayment.size === 0) {
      this.#byPayment.delete(checkoutId);
      this.#depths.delete(checkoutId);
    }
    const left = (this.#byClient.get(client) ?? 0) - 1;
    if (left > 0) this.#byClient.set(client, left);
    else this.#byClient.delete(client);
    this.#setCount(this.#count - 1);
  }

  #setCount(count: number): void {
    this.#count = count;
    this.#deps.onCount?.(count);
  }

  #all(): Watcher[] {
    return [...this.#byPayment.values()].flatMap((watchers) => [...watchers]);
  }

  #listen(): void {
    this.#listening ??= this.#deps
      .listen((payload) => this.#note(payload))
      .catch((error) => {
        this.#outages.failed(error);
        this.#listening = undefined;
        if (this.#count > 0) setTimeout(() => this.#listen(), RETRY_MS).unref();
      });
  }

  #note(payload: string | undefined): void {
    if (payload === undefined) {
      for (const { checkoutId } of this.#all()) this.#moved.set(checkoutId, 'payment');
    } else if (isNetwork(payload)) {
      for (const { checkoutId, network } of this.#all()) {
        if (network === payload && !this.#moved.has(checkoutId)) this.#moved.set(checkoutId, 'tip');
      }
    } else if (this.#byPayment.has(payload)) {
      this.#moved.set(payload, 'payment');
    }
    void this.#readMoved();
  }

  /** Payments that change during a read are read again right after it. */
  async #readMoved(): Promise<void> {
    if (this.#reading) return;
    this.#reading = true;
    try {
      while (this.#moved.size > 0) {
        const some = new Map([...this.#moved].slice(0, IDS_PER_READ));
        for (const id of some.keys()) this.#moved.delete(id);
        await this.#readSome(some);
      }
    } finally {
      this.#reading = false;
    }
  }

  async #readSome(moved: ReadonlyMap<string, 'payment' | 'tip'>): Promise<void> {
    try {
      const payments = await this.#deps.read([...moved.keys()]);
      this.#outages.worked();
      await this.#tell(
        payments.filter(
          (payment) =>
            moved.get(payment.checkoutId) === 'payment' ||
            !isSame(payment, this.#depths.get(payment.checkoutId)),
        ),
      );
    } catch (error) {
      this.#outages.failed(error);
      setTimeout(() => {
        for (const id of moved.keys()) this.#moved.set(id, 'payment');
        void this.#readMoved();
      }, RETRY_MS).unref();
    }
  }

  /** A block moves thousands of payments at once, whose pages must not hold up other requests. */
  async #tell(payments: readonly PublicPayment[]): Promise<void> {
    for (const [n, payment] of payments.entries()) {
      const { checkoutId } = payment;
      const watchers = [...(this.#byPayment.get(checkoutId) ?? [])];
      if (watchers.length > 0) this.#depths.set(checkoutId, payment);
      for (const { onMove } of watchers) onMove(payment);
      if (n % TOLD_PER_TURN === TOLD_PER_TURN - 1) {
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
  }
}

function isSame({ confirmations, firstBlock }: Depth, shown: Depth | undefined): boolean {
  return confirmations === shown?.confirmations && firstBlock === shown.firstBlock;
}
