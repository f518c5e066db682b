import { isNetwork, type Network } from '@/lib/domain/network';
import { OpenStreams } from '@/lib/server/changes/open-streams';

interface Page<T> {
  readonly id: string;
  readonly network: Network;
  /** The IPv4 address or the /64 of the IPv6 address, as rate limits count it. */
  readonly client: string;
  readonly onMove: (current: T) => void;
  readonly onClose: () => void;
}

export interface WatchDeps<T> {
  read(ids: readonly string[]): Promise<readonly T[]>;
  idOf(current: T): string;
  /** `onNotify` gets an id, a network, or nothing if anything may have changed. */
  listen(onNotify: (payload?: string) => void): Promise<unknown>;
  onCount?(open: number): void;
  /** Called once per outage. */
  onError(error: unknown): void;
}

/** The limit that another page would exceed. The page polls instead. */
export type PageWatchRefusal = 'server' | 'payment' | 'client';

const MAX_OPEN = 5_000;
/** Open pages per payment or refund, and per client. A whole company may be behind one gateway. */
const MAX = { payment: 50, client: 200 };
const IDS_PER_READ = 500;
const RETRY_MS = 1_000;
const MAX_SHOWN_PER_TICK = 8;

interface WatchedPage<T> {
  readonly of: { readonly payment: string; readonly network: Network; readonly client: string };
  readonly onMove: Page<T>['onMove'];
  readonly end: () => void;
  /** The content that was last sent, as JSON. */
  shown?: string;
}

/**
 * Keeps open pages of payments or refunds up to date. One database connection listens for all
 * pages, and concurrent changes are read together.
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
   * Calls `onMove` with the current content and after each change, and `onClose` when this process
   * stops. All pages get the same object.
   *
   * @returns a function that ends the watch, or the limit that the page would exceed
   */
  watch({ id, network, client, onMove, onClose }: Page<T>): (() => void) | PageWatchRefusal {
    const of = { payment: id, network, client };
    const opened = this.#pages.open({ of, onMove, end: onClose });
    if (typeof opened === 'string') return opened;
    this.#moved.add(id);
    void this.#readMoved();
    return opened;
  }

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
   * Sends in slices, because a block changes thousands of pages and other requests must not wait.
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
        shown += 1;
        if (shown % MAX_SHOWN_PER_TICK === 0) await new Promise((resolve) => setImmediate(resolve));
      }
    }
  }
}
