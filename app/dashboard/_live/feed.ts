import { EventFeed, SILENCE_MS, watchPage } from '@/app/_ui/event-feed';
import type { Change } from '@/lib/domain/change';

const EVENTS_URL = '/api/dashboard/events';
/** Of the lock and of the channel, which all tabs of a browser share. */
const NAME = 'blocktally-changes';
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
  readonly #stream = new EventFeed({
    url: EVENTS_URL,
    on: {
      changed: (data) => this.#pass(data.split('\n') as Change[]),
      beat: () => this.#pass('beat'),
    },
    onLive: (live) => live || this.#lose(),
  });
  #live = false;
  #waiting: AbortController | undefined;
  #giveUp: (() => void) | undefined;
  /** Until the stream of another tab counts as lost. */
  #silence: ReturnType<typeof setTimeout> | undefined;

  constructor(options: FeedOptions) {
    this.#options = options;
    const wake = () => this.#wake();
    const rest = () => this.#rest();
    const offline = () => {
      this.#stream.lose();
      this.#setDown();
    };
    watchPage({ wake, rest, offline }, this.#closing.signal);
    this.#tabs.onmessage = ({ data }: MessageEvent<Message>) => this.#onMessage(data);
    if (document.hidden) rest();
    else wake();
  }

  close(): void {
    this.#closing.abort();
    this.#rest();
    this.#tabs.close();
  }

  #wake(): void {
    this.#tabs.postMessage('hello' satisfies Message);
    if (!this.#giveUp) this.#compete();
    else if (!this.#stream.isLive) {
      // Without the wait after earlier failures.
      this.#stream.close();
      this.#stream.open();
    }
  }

  /** A tab that nobody sees holds no stream, and reads everything again when it is seen. */
  #rest(): void {
    this.#waiting?.abort();
    this.#waiting = undefined;
    this.#stream.close();
    clearTimeout(this.#silence);
    this.#giveUp?.();
    this.#giveUp = undefined;
    this.#setLive(false);
  }

  #compete(): void {
    if (this.#waiting) return;
    if (!navigator.locks) {
      this.#giveUp = () => {};
      this.#stream.open();
      return;
    }
    const waiting = new AbortController();
    this.#waiting = waiting;
    const lead = () => {
      if (waiting.signal.aborted) return;
      this.#waiting = undefined;
      return new Promise<void>((resolve) => {
        this.#giveUp = resolve;
        this.#stream.open();
      });
    };
    // Rejects when this tab no longer waits.
    navigator.locks.request(NAME, { signal: waiting.signal }, lead).catch(() => {});
  }

  #pass(message: 'beat' | readonly Change[]): void {
    this.#tabs.postMessage(message satisfies Message);
    this.#hear(message);
  }

  #onMessage(message: Message): void {
    if (message === 'hello') {
      if (this.#stream.isLive) this.#tabs.postMessage('beat' satisfies Message);
    } else if (!this.#stream.isLive && !document.hidden) {
      if (message === 'down') this.#setDown();
      else this.#hear(message);
    }
  }

  #hear(message: 'beat' | readonly Change[]): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#setDown(), SILENCE_MS);
    const wasLive = this.#live;
    this.#setLive(true);
    if (!wasLive) this.#options.onChanges(['all']);
    else if (message !== 'beat') this.#options.onChanges(message);
  }

  #lose(): void {
    this.#tabs.postMessage('down' satisfies Message);
    this.#setDown();
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
