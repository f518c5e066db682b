import { isNetwork, type Network } from '@/lib/domain/network';
import type { PublicPayment } from './public-payment';

interface Watcher {
  readonly checkoutId: string;
  readonly network: Network;
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
  onError(error: unknown): void;
}

/** What has no room for a further page, which asks at intervals instead. */
export type WatchRefusal = 'server' | 'payment' | 'client';

/**
 * The most open pages of this process, since each holds a socket; of one payment; and of one client,
 * which may be the gateway of a whole company.
 */
const MOST = { server: 5_000, payment: 50, client: 200 };
const IDS_PER_READ = 500;
const RETRY_MS = 1_000;

/**
 * Notifies open payment pages of changes. One listening connection serves all pages, and payments
 * that change together are read together.
 */
export class PaymentWatch {
  readonly #deps: WatchDeps;
  readonly #byPayment = new Map<string, Set<Watcher>>();
  readonly #byClient = new Map<string, number>();
  #count = 0;
  readonly #moved = new Set<string>();
  #listening: Promise<unknown> | undefined;
  #reading = false;
  #closed = false;

  constructor(deps: WatchDeps) {
    this.#deps = deps;
  }

  /**
   * Calls `onMove` with the payment after each change, the same object for every page, and `onClose`
   * when this process stops serving.
   *
   * @returns a function that ends it, or what has no room for it
   */
  watch(watcher: Watcher): (() => void) | WatchRefusal {
    const { checkoutId, client } = watcher;
    if (this.#closed || this.#count >= MOST.server) return 'server';
    const ofPayment = this.#byPayment.get(checkoutId) ?? new Set();
    if (ofPayment.size >= MOST.payment) return 'payment';
    const ofClient = this.#byClient.get(client) ?? 0;
    if (ofClient >= MOST.client) return 'client';
    this.#byPayment.set(checkoutId, ofPayment.add(watcher));
    this.#byClient.set(client, ofClient + 1);
    this.#count += 1;
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
    if (ofPayment.size === 0) this.#byPayment.delete(checkoutId);
    const left = (this.#byClient.get(client) ?? 0) - 1;
    if (left > 0) this.#byClient.set(client, left);
    else this.#byClient.delete(client);
    this.#count -= 1;
  }

  #all(): Watcher[] {
    return [...this.#byPayment.values()].flatMap((watchers) => [...watchers]);
  }

  #listen(): void {
    this.#listening ??= this.#deps
      .listen((payload) => this.#note(payload))
      .catch((error) => {
        this.#deps.onError(error);
        this.#listening = undefined;
        if (this.#count > 0) setTimeout(() => this.#listen(), RETRY_MS).unref();
      });
  }

  #note(payload: string | undefined): void {
    if (payload === undefined || isNetwork(payload)) {
      for (const { checkoutId, network } of this.#all()) {
        if (payload === undefined || payload === network) this.#moved.add(checkoutId);
      }
    } else if (this.#byPayment.has(payload)) {
      this.#moved.add(payload);
    }
    void this.#readMoved();
  }

  /** Payments that change during a read are read again right after it. */
  async #readMoved(): Promise<void> {
    if (this.#reading) return;
    this.#reading = true;
    try {
      while (this.#moved.size > 0) {
        const ids = [...this.#moved].slice(0, IDS_PER_READ);
        for (const id of ids) this.#moved.delete(id);
        await this.#readSome(ids);
      }
    } finally {
      this.#reading = false;
    }
  }

  async #readSome(ids: readonly string[]): Promise<void> {
    try {
      this.#tell(await this.#deps.read(ids));
    } catch (error) {
      this.#deps.onError(error);
      setTimeout(() => {
        for (const id of ids) this.#moved.add(id);
        void this.#readMoved();
      }, RETRY_MS).unref();
    }
  }

  #tell(payments: readonly PublicPayment[]): void {
    for (const payment of payments) {
      for (const { onMove } of [...(this.#byPayment.get(payment.checkoutId) ?? [])])
        onMove(payment);
    }
  }
}
