import { isNetwork, type Network } from '@/lib/domain/network';
import { OpenStreams } from '@/lib/server/changes/open-streams';

interface Page<T> {
  /** The id of the shown payment or refund in notifications. */
  readonly id: string;
  readonly network: Network;
  /** The client as rate limits count it: an IPv4 address, or the /64 of an IPv6 address. */
  readonly client: string;
  readonly onMove: (current: T) => void;
  readonly onClose: () => void;
}

export interface WatchDeps<T> {
  read(ids: readonly string[]): Promise<readonly T[]>;
  idOf(current: T): string;
  /**
   * Subscribes. `onNotify` gets an id, a network's name, or nothing if anything may have changed.
   */
  listen(onNotify: (payload?: string) => void): Promise<unknown>;
  /** Called when the number of open pages has changed. */
  onCount?(open: number): void;
  /** Called once when an outage begins. */
  onError(error: unknown): void;
}

/** The limit that another page would exceed. The page polls instead. */
export type WatchRefusal = 'server' | 'payment' | 'client';

const MAX_OPEN = 5_000;
/**
 * Maximum number of open pages of one payment or refund, and of one client. It is high enough for a
 * whole company behind one gateway.
 */
const MAX = { payment: 50, client: 200 };
const IDS_PER_READ = 500;
const RETRY_MS = 1_000;
/** Payments or refunds rendered per tick of the event loop. */
const MAX_SHOWN_PER_TICK = 8;

interface WatchedPage<T> {
  readonly of: { readonly payment: string; readonly network: Network; readonly client: string };
  readonly onMove: Page<T>['onMove'];
  readonly end: () => void;
  /** The content of the page, serialized. */
  shown?: string;
}

/**
 * Keeps open pages of payments or refunds up to date: sends the content of a page, then each
 * change. One listening connection serves all pages, and concurrent changes are read together.
 */
export class PageWatch<T> {
  readonly #deps: WatchDeps<T>;
  readonly #pages: OpenStreams<'payment' | 'network' | 'client', keyof typeof MAX, WatchedPage<T>>;
  readonly #moved = new Set<string>();
  #reading = false;

  constructor(deps: WatchDeps<T>) {
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
   * Calls `onMove` with the content of the page, and again after each change, with the same object
   * for every page. Calls `onClose` when this process stops serving.
   *
   * @returns a function that ends the watch, or the limit that the page would exceed
   */
  watch({ id, network, client, onMove, onClose }: Page<T>): (() => void) | WatchRefusal {
    const of = { payment: id, network, client };
    const opened = this.#pages.open({ of, onMove, end: onClose });
    if (typeof opened === 'string') return opened;
    this.#moved.add(id);
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

  #note(pages: readonly WatchedPage<T>[]): void {
    for (const { of } of pages) this.#moved.add(of.payment);
    void this.#readMoved();
  }

  /** Reads the changed payments or refunds. A change during a read is read right after it. */
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

  /**
   * Renders in slices, because a block changes thousands of payments and other requests must not
   * wait.
   */
  async #show(found: readonly T[]): Promise<void> {
    let shown = 0;
    for (const current of found) {
      const text = JSON.stringify(current);
      const pages = this.#pages.of('payment', this.#deps.idOf(current));
      const outdated = pages.filter((page) => page.shown !== text);
      for (const page of outdated) {
        page.shown = text;
        page.onMove(current);
      }
      if (outdated.length === 0) continue;
      shown += 1;
      if (shown % MAX_SHOWN_PER_TICK === 0) await new Promise((resolve) => setImmediate(resolve));
    }
  }
}
