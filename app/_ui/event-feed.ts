/**
 * The server sends the first event immediately. A later first event means that a proxy probably
 * buffers the response.
 */
const FIRST_EVENT_MS = 5_000;
/**
 * The server sends a heartbeat every 10 seconds, so a silent stream counts as lost after this time.
 */
const SILENCE_MS = 25_000;
const MAX_WAIT_MS = 60_000;

interface Options {
  readonly url: string;
  /** Callbacks by event name. Each gets the event's data. */
  readonly on: Readonly<Record<string, (data: string) => void>>;
  /**
   * Called with true when the first event arrives, and with false if the stream is lost after that.
   */
  onLive(live: boolean): void;
}

/**
 * A stream of server-sent events that reconnects with growing pauses, because browsers do not retry
 * after every kind of failure.
 */
export class EventFeed {
  readonly #options: Options;
  #isOpen = false;
  #isLive = false;
  #source: EventSource | undefined;
  /** Fires when the stream has been silent for too long, or when the next attempt is due. */
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Whether events arrive. An open stream proves nothing, because a proxy may buffer it. */
  get isLive(): boolean {
    return this.#isLive;
  }

  open(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#failures = 0;
    this.#connect();
  }

  close(): void {
    this.#isOpen = false;
    this.#disconnect();
  }

  /** Closes this stream and opens a new one after a pause. */
  lose(): void {
    if (!this.#isOpen) return;
    const wasLive = this.#isLive;
    this.#disconnect();
    const wait = Math.min(1_000 * 2 ** this.#failures, MAX_WAIT_MS);
    this.#failures += 1;
    // The pause depends on when the page was opened, because otherwise all pages would reconnect to
    // a restarted server at the same moment.
    const spread = (performance.timeOrigin % 1_000) / 1_000;
    this.#timer = setTimeout(() => this.#connect(), wait * (0.5 + spread));
    if (wasLive) this.#options.onLive(false);
  }

  #connect(): void {
    const { url, on } = this.#options;
    const source = new EventSource(url);
    this.#source = source;
    for (const [name, handle] of Object.entries(on)) {
      source.addEventListener(name, ({ data }: MessageEvent<string>) => {
        this.#hear();
        handle(data);
      });
    }
    source.onerror = () => this.lose();
    this.#expectWithin(FIRST_EVENT_MS);
  }

  #hear(): void {
    this.#failures = 0;
    this.#expectWithin(SILENCE_MS);
    if (this.#isLive) return;
    this.#isLive = true;
    this.#options.onLive(true);
  }

  #expectWithin(limitMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.lose(), limitMs);
  }

  #disconnect(): void {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = undefined;
    this.#isLive = false;
  }
}

interface PageEvents {
  /** The page is visible again, or may be online again. */
  wake(): void;
  /** The page is hidden. */
  rest(): void;
  offline(): void;
}

/** Calls the callbacks until the signal aborts. */
export function watchPageVisibility(
  { wake, rest, offline }: PageEvents,
  signal?: AbortSignal,
): void {
  const turn = () => (document.hidden ? rest() : wake());
  const options = signal && { signal };
  document.addEventListener('visibilitychange', turn, options);
  addEventListener('pageshow', ({ persisted }) => persisted && turn(), options);
  addEventListener('pagehide', rest, options);
  addEventListener('online', turn, options);
  addEventListener('offline', offline, options);
}
