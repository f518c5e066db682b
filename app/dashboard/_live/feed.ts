import type { Change } from '@/lib/domain/change';

const EVENTS_URL = '/api/dashboard/events';
/** Of the lock and of the channel, which all tabs of a browser share. */
const NAME = 'blocktally-changes';
/** The server sends a beat every 10 seconds. */
const SILENCE_MS = 25_000;
const MAX_WAIT_MS = 60_000;

/** Between tabs: `hello` asks whether a tab has a stream, which answers with a beat. */
type Message = 'hello' | 'beat' | 'down' | readonly Change[];

export interface FeedOptions {
  onChanges(changes: readonly Change[]): void;
  onLive(live: boolean): void;
}

/**
 * Tells a visible tab of changes. HTTP/1.1 gives a browser six connections to a server, so its tabs
 * share one stream: the tab with the lock (Web Locks) has it and passes on what it says. Where pages
 * have no locks, as without https, each visible tab asks for a stream of its own, of which the
 * server permits a browser a few; the others hear those.
 */
export class Feed {
  readonly #options: FeedOptions;
  readonly #tabs = new BroadcastChannel(NAME);
  readonly #closing = new AbortController();
  #source: EventSource | undefined;
  /** Whether the own stream has said something. */
  #open = false;
  #live = false;
  #waiting: AbortController | undefined;
  #giveUp: (() => void) | undefined;
  #failures = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;

  constructor(options: FeedOptions) {
    this.#options = options;
    const { signal } = this.#closing;
    const wake = () => (document.hidden ? this.#rest() : this.#wake());
    document.addEventListener('visibilitychange', wake, { signal });
    addEventListener('pageshow', ({ persisted }) => persisted && wake(), { signal });
    addEventListener('pagehide', () => this.#rest(), { signal });
    addEventListener('online', wake, { signal });
    addEventListener('offline', () => this.#lose(), { signal });
    this.#tabs.onmessage = ({ data }: MessageEvent<Message>) => this.#onMessage(data);
    wake();
  }

  close(): void {
    this.#closing.abort();
    this.#rest();
    this.#tabs.close();
  }

  #wake(): void {
    this.#failures = 0;
    this.#tabs.postMessage('hello' satisfies Message);
    if (this.#giveUp) this.#connect();
    else this.#compete();
  }

  /** A tab that nobody sees holds no stream, and reads everything again when it is seen. */
  #rest(): void {
    this.#waiting?.abort();
    this.#waiting = undefined;
    this.#disconnect();
    this.#giveUp?.();
    this.#giveUp = undefined;
    this.#setLive(false);
  }

  #compete(): void {
    if (this.#waiting) return;
    if (!navigator.locks) {
      this.#giveUp = () => {};
      this.#connect();
      return;
    }
    const waiting = new AbortController();
    this.#waiting = waiting;
    const lead = () => {
      if (waiting.signal.aborted) return;
      this.#waiting = undefined;
      return new Promise<void>((resolve) => {
        this.#giveUp = resolve;
        this.#connect();
      });
    };
    // Rejects when this tab no longer waits.
    navigator.locks.request(NAME, { signal: waiting.signal }, lead).catch(() => {});
  }

  #connect(): void {
    clearTimeout(this.#retry);
    if (this.#source) return;
    const source = new EventSource(EVENTS_URL);
    this.#source = source;
    source.addEventListener('changed', ({ data }: MessageEvent<string>) => {
      this.#pass(data.split('\n') as Change[]);
    });
    source.addEventListener('beat', () => this.#pass('beat'));
    // The browser itself stops after some answers.
    source.onerror = () => this.#lose();
    this.#watchSilence();
  }

  #pass(message: 'beat' | readonly Change[]): void {
    this.#open = true;
    this.#failures = 0;
    this.#tabs.postMessage(message satisfies Message);
    this.#hear(message);
  }

  #onMessage(message: Message): void {
    if (message === 'hello') {
      if (this.#open) this.#tabs.postMessage('beat' satisfies Message);
    } else if (!this.#open && !document.hidden) {
      if (message === 'down') this.#setDown();
      else this.#hear(message);
    }
  }

  #hear(message: 'beat' | readonly Change[]): void {
    this.#watchSilence();
    const wasLive = this.#live;
    this.#setLive(true);
    if (!wasLive) this.#options.onChanges(['all']);
    else if (message !== 'beat') this.#options.onChanges(message);
  }

  #watchSilence(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#lose(), SILENCE_MS);
  }

  /** The stream is broken, or was refused: this tab asks for another one, less and less often. */
  #lose(): void {
    if (this.#open) this.#tabs.postMessage('down' satisfies Message);
    this.#disconnect();
    this.#setDown();
    if (!this.#giveUp) return;
    const wait = Math.min(1_000 * 2 ** this.#failures, MAX_WAIT_MS);
    this.#failures += 1;
    // Spread by when pages were opened, so that not all ask a restarted server at once.
    const spread = (performance.timeOrigin % 1_000) / 1_000;
    this.#retry = setTimeout(() => this.#connect(), wait * (0.5 + spread));
  }

  #disconnect(): void {
    clearTimeout(this.#retry);
    clearTimeout(this.#silence);
    this.#source?.close();
    this.#source = undefined;
    this.#open = false;
  }

  /** Everything is read once, and from then on at intervals. */
  #setDown(): void {
    if (!this.#live) return;
    this.#setLive(false);
    this.#options.onChanges(['all']);
  }

  #setLive(live: boolean): void {
    if (this.#live === live) return;
    this.#live = live;
    this.#options.onLive(live);
  }
}
