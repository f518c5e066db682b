import type { Network } from '@/lib/domain/network';
import type { PublicPayment } from './public-payment';

interface Watcher {
  readonly checkoutId: string;
  readonly network: Network;
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

/** The most open pages per process, since each holds a socket. Further pages poll instead. */
const MAX_WATCHERS = 5_000;
const IDS_PER_READ = 500;
const RETRY_MS = 1_000;

/**
 * Notifies open payment pages of changes. One listening connection serves all pages, and payments
 * that change together are read together.
 */
export class PaymentWatch {
  readonly #deps: WatchDeps;
  readonly #watchers = new Set<Watcher>();
  readonly #moved = new Set<string>();
  #listening: Promise<unknown> | undefined;
  #reading = false;
  #closed = false;

  constructor(deps: WatchDeps) {
    this.#deps = deps;
  }

  /**
   * Calls `onMove` with the payment after each change, and `onClose` when this process stops serving.
   *
   * @returns a function that ends it; undefined when no more pages can be served
   */
  watch(watcher: Watcher): (() => void) | undefined {
    if (this.#closed || this.#watchers.size >= MAX_WATCHERS) return undefined;
    this.#watchers.add(watcher);
    this.#listen();
    return () => this.#watchers.delete(watcher);
  }

  /** Ends every page's connection, since an open one would keep the process alive. */
  close(): void {
    this.#closed = true;
    for (const { onClose } of [...this.#watchers]) onClose();
    this.#watchers.clear();
  }

  #listen(): void {
    this.#listening ??= this.#deps
      .listen((payload) => this.#note(payload))
      .catch((error) => {
        this.#deps.onError(error);
        this.#listening = undefined;
        if (this.#watchers.size > 0) setTimeout(() => this.#listen(), RETRY_MS).unref();
      });
  }

  #note(payload: string | undefined): void {
    for (const { checkoutId, network } of this.#watchers) {
      if (payload === undefined || payload === checkoutId || payload === network) {
        this.#moved.add(checkoutId);
      }
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
    const byId = new Map(payments.map((payment) => [payment.checkoutId, payment]));
    for (const { checkoutId, onMove } of [...this.#watchers]) {
      const payment = byId.get(checkoutId);
      if (payment) onMove(payment);
    }
  }
}
