import { OutageReporter } from './outages';

/** Pause before this process subscribes to notifications again. */
const RETRY_MS = 1_000;

interface OpenStream<Kind extends string> {
  readonly of: Readonly<Record<Kind, string>>;
  /** Ends the stream. Called once, when this process decides to end it. */
  readonly end: () => void;
}

interface Options<Limit extends string> {
  /** Maximum number of streams in this process, because each needs a socket. */
  readonly maxOpen: number;
  /** Maximum number of streams of one owner, such as an IP address, by kind of owner. */
  readonly max: Readonly<Record<Limit, number>>;
  /** Subscribes to notifications. Resolves once none can be missed any more. */
  listen(): Promise<unknown>;
  /** Called when the number of open streams has changed. */
  onCount?(open: number): void;
  onError(error: unknown): void;
}

/**
 * The open event streams of a process, by the names of their owners. The first stream subscribes to
 * notifications.
 */
export class OpenStreams<Kind extends string, Limit extends Kind, S extends OpenStream<Kind>> {
  readonly outages: OutageReporter;
  readonly #options: Options<Limit>;
  readonly #all = new Set<S>();
  readonly #byName = new Map<string, Set<S>>();
  #listening: 'no' | 'starting' | 'yes' = 'no';
  #isClosed = false;

  constructor(options: Options<Limit>) {
    this.#options = options;
    this.outages = new OutageReporter((error) => options.onError(error));
  }

  get size(): number {
    return this.#all.size;
  }

  get isListening(): boolean {
    return this.#listening === 'yes';
  }

  /** @returns a function that removes the stream, or the limit that it would exceed */
  open(stream: S): (() => void) | Limit | 'server' {
    const { max, maxOpen } = this.#options;
    if (this.#isClosed || this.size >= maxOpen) return 'server';
    const limits = Object.entries(max) as [Limit, number][];
    const full = limits.find(([kind, limit]) => this.of(kind, stream.of[kind]).length >= limit);
    if (full) return full[0];
    for (const [kind, name] of Object.entries<string>(stream.of)) {
      const key = `${kind} ${name}`;
      this.#byName.set(key, (this.#byName.get(key) ?? new Set()).add(stream));
    }
    this.#all.add(stream);
    this.#options.onCount?.(this.size);
    void this.#listen();
    return () => this.#forget(stream);
  }

  all(): S[] {
    return [...this.#all];
  }

  of(kind: Kind, name: string): S[] {
    return [...(this.#byName.get(`${kind} ${name}`) ?? [])];
  }

  end(stream: S): void {
    if (this.#forget(stream)) stream.end();
  }

  /** Ends every stream and refuses new ones, because an open stream keeps the process alive. */
  close(): void {
    this.#isClosed = true;
    for (const stream of this.#all) this.end(stream);
  }

  #forget(stream: S): boolean {
    if (!this.#all.delete(stream)) return false;
    for (const [kind, name] of Object.entries<string>(stream.of)) {
      const key = `${kind} ${name}`;
      const named = this.#byName.get(key);
      named?.delete(stream);
      if (named?.size === 0) this.#byName.delete(key);
    }
    this.#options.onCount?.(this.size);
    return true;
  }

  async #listen(): Promise<void> {
    if (this.#listening !== 'no') return;
    this.#listening = 'starting';
    try {
      await this.#options.listen();
      this.#listening = 'yes';
    } catch (error) {
      this.outages.failed(error);
      this.#listening = 'no';
      if (this.size > 0) setTimeout(() => void this.#listen(), RETRY_MS).unref();
    }
  }
}
