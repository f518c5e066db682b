/**
 * How late the first event may be. The server sends it immediately. If it is later than this, a
 * proxy is probably buffering the response.
 */
const FIRST_EVENT_MS = 5_000;
/**
 * A stream without events for this time counts as lost. The server sends a beat every 10 seconds.
 */
const SILENCE_MS = 25_000;
const MAX_WAIT_MS = 60_000;

interface Options {
  readonly url: string;
  /** Callbacks by the name of the event. A callback gets the event's data. */
  readonly on: Readonly<Record<string, (data: string) => void>>;
  /** Called when the first event arrives, and when the stream is lost after that. */
  onLive(live: boolean): void;
}

/**
 * A stream of server-sent events. After a stream breaks, is refused or falls silent, it is opened
 * again after growing pauses, because browsers do not retry after some responses.
 */
export class EventFeed {
  readonly #options: Options;
  #isOpen = false;
  #isLive = false;
  #source: EventSource | undefined;
  /** Fires when a silence has lasted too long, or when the next attempt is due. */
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Whether events arrive. An open stream does not prove that, because a proxy may buffer it. */
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
    // The wait depends on when the page was opened, because otherwise all pages would reconnect to
    // a restarted server together.
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
  /** Called when the page is visible again, or may be online again. */
  wake(): void;
  /** Called when the page is hidden. */
  rest(): void;
  offline(): void;
}

/** Calls back when the page is shown, hidden, offline or left, until the signal aborts. */
export function watchPage({ wake, rest, offline }: PageEvents, signal?: AbortSignal): void {
  const turn = () => (document.hidden ? rest() : wake());
  const options = signal && { signal };
  document.addEventListener('visibilitychange', turn, options);
  addEventListener('pageshow', ({ persisted }) => persisted && turn(), options);
  addEventListener('pagehide', rest, options);
  addEventListener('online', turn, options);
  addEventListener('offline', offline, options);
}
