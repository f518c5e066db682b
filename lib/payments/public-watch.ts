import { isNetwork, type Network } from '@/lib/domain/network';
import { OpenStreams } from '@/lib/server/changes/open-streams';
import type { PublicPayment } from './public-payment';

interface Page {
  readonly checkoutId: string;
  readonly network: Network;
  /** The client as rate limits count it: an IP address, or for IPv6 its /64. */
  readonly client: string;
  readonly onMove: (payment: PublicPayment) => void;
  readonly onClose: () => void;
}

export interface WatchDeps {
  read(checkoutIds: readonly string[]): Promise<PublicPayment[]>;
  /** Subscribes; `onNotify` gets a checkout id, a network's name, or nothing for "all". */
  listen(onNotify: (payload?: string) => void): Promise<unknown>;
  /** The number of open pages has changed. */
  onCount?(open: number): void;
  /** An outage has begun; called once per outage. */
  onError(error: unknown): void;
}

/** The limit that another page would exceed. The page polls instead. */
export type WatchRefusal = 'server' | 'payment' | 'client';

const MAX_OPEN = 5_000;
/**
 * Maximum open pages of a payment and of a client, high enough for the gateway of a whole company.
 */
const MAX = { payment: 50, client: 200 };
const IDS_PER_READ = 500;
const RETRY_MS = 1_000;
/** Payments rendered per tick of the event loop. */
const MAX_SHOWN_PER_TICK = 8;

interface WatchedPage {
  readonly of: { readonly payment: string; readonly network: Network; readonly client: string };
  readonly onMove: Page['onMove'];
  readonly end: () => void;
  /** The payment that the page shows, serialized. */
  shown?: string;
}

/**
 * Keeps open payment pages up to date: sends the current payment, then each change. One listening
 * connection serves all pages, and payments that change together are read together.
 */
export class PaymentWatch {
  readonly #deps: WatchDeps;
  readonly #pages: OpenStreams<'payment' | 'network' | 'client', keyof typeof MAX, WatchedPage>;
  readonly #moved = new Set<string>();
  #reading = false;

  constructor(deps: WatchDeps) {
    this.#deps = deps;
    this.#pages = new OpenStreams({
      maxOpen: MAX_OPEN,
      max: MAX,
      listen: () => deps.listen((payload) => this.#onNotify(payload)),
      onCount: (open) => deps.onCount?.(open),
      onError: (error) => deps.onError(error),
    });
  }

  /**
   * Calls `onMove` with the payment, and again after each change, with the same object for every
   * page. Calls `onClose` when this process stops serving.
   *
   * @returns a function that ends it, or the limit that the page would exceed
   */
  watch({ checkoutId, network, client, onMove, onClose }: Page): (() => void) | WatchRefusal {
    const of = { payment: checkoutId, network, client };
    const opened = this.#pages.open({ of, onMove, end: onClose });
    if (typeof opened === 'string') return opened;
    this.#moved.add(checkoutId);
    void this.#readMoved();
    return opened;
  }

  /** Ends every page's stream. */
  close(): void {
    this.#pages.close();
  }

  #onNotify(payload: string | undefined): void {
    if (payload === undefined) this.#note(this.#pages.all());
    else if (isNetwork(payload)) this.#note(this.#pages.of('network', payload));
    else this.#note(this.#pages.of('payment', payload));
  }

  #note(pages: readonly WatchedPage[]): void {
    for (const { of } of pages) this.#moved.add(of.payment);
    void this.#readMoved();
  }

  /** Payments that change during a read are read again right after it. */
  async #readMoved(): Promise<void> {
    if (this.#reading) return;
    this.#reading = true;
    while (this.#moved.size > 0 && this.#pages.size > 0) {
      const ids = [...this.#moved].slice(0, IDS_PER_READ);
      for (const id of ids) this.#moved.delete(id);
      try {
        await this.#show(await this.#deps.read(ids));
        this.#pages.outages.worked();
      } catch (error) {
        this.#pages.outages.failed(error);
        for (const id of ids) this.#moved.add(id);
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
      }
    }
    this.#reading = false;
  }

  /** Renders in slices: a block moves thousands of payments, and other requests must not wait. */
  async #show(payments: readonly PublicPayment[]): Promise<void> {
    let shown = 0;
    for (const payment of payments) {
      const text = JSON.stringify(payment);
      const pages = this.#pages.of('payment', payment.checkoutId);
      const outdated = pages.filter((page) => page.shown !== text);
      for (const page of outdated) {
        page.shown = text;
        page.onMove(payment);
      }
      if (outdated.length === 0) continue;
      shown += 1;
      if (shown % MAX_SHOWN_PER_TICK === 0) await new Promise((resolve) => setImmediate(resolve));
    }
  }
}
