import type { SlipUpdate } from '../_page/render';

/** A server that sends nothing for this long, not even a beat, is unreachable. */
const SILENCE_MS = 40_000;
/** The first event comes at once, unless something on the way holds back what is not complete. */
const FIRST_EVENT_MS = 5_000;
/** Time between two looks: with events, without them, in the background, when settled. */
const LOOK_MS = { events: 60_000, none: 3_000, hidden: 15_000, settled: 60_000 };
const LOOK_LIMIT_MS = 10_000;
/** Time until a page asks again for events that were refused or did not arrive. */
const EVENTS_AGAIN_MS = 60_000;
/** One failed request is not an outage. */
const FAILURES_UNTIL_OFFLINE = 2;

export interface LiveOptions {
  /** The tag of what is shown now. */
  tag(): string;
  /** Whether the payment is in a state that rarely changes again. */
  settled(): boolean;
  onUpdate(update: SlipUpdate): void;
  onReach(reached: boolean): void;
}

/**
 * Keeps the page up to date: by events while it is visible, and by regular requests ("looks"), which
 * go on after failed requests, sleep and lost connections.
 */
export class Live {
  readonly #page: LiveOptions;
  #events: EventSource | undefined;
  /** Whether events arrive: a stream may be open and yet held back. */
  #hears = false;
  /** The number of slips that came by events. */
  #told = 0;
  /** No events before this time, Unix time in ms. */
  #eventsFrom = 0;
  #timer = 0;
  #silence = 0;
  #failures = 0;
  #looking: Promise<void> | undefined;

  constructor(page: LiveOptions) {
    this.#page = page;
    const wake = () => this.#wake();
    document.addEventListener('visibilitychange', wake);
    addEventListener('pageshow', ({ persisted }) => persisted && wake());
    addEventListener('online', wake);
    addEventListener('pagehide', () => this.#closeEvents());
    addEventListener('offline', () => {
      this.#closeEvents();
      this.#missed();
      this.#schedule();
    });
    this.#openEvents();
    this.#schedule();
  }

  /** Requests the current slip now, or waits for a request that is under way. */
  look(): Promise<void> {
    this.#looking ??= this.#ask();
    return this.#looking;
  }

  async #ask(): Promise<void> {
    const told = this.#told;
    try {
      const { status, update } = await fetchSlip(urlOf('slip'), `"${this.#page.tag()}"`);
      // Dropped if an event came meanwhile, since this may be older; anything newer comes as an event too.
      if (update && told === this.#told) this.#page.onUpdate(update);
      if (status >= 500) this.#missed();
      else this.#reached();
    } catch {
      this.#missed();
    }
    this.#looking = undefined;
    if (this.#failures === 0) this.#openEvents();
    this.#schedule();
  }

  #openEvents(): void {
    if (this.#events || document.hidden || this.#page.settled()) return;
    if (Date.now() < this.#eventsFrom) return;
    const events = new EventSource(urlOf('events'));
    this.#events = events;
    events.addEventListener('slip', ({ data }: MessageEvent<string>) => {
      this.#told += 1;
      this.#onMessage();
      this.#page.onUpdate(JSON.parse(data));
    });
    events.addEventListener('beat', () => this.#onMessage());
    // EventSource stops reconnecting after some responses; looks do not.
    events.onerror = () => {
      if (!this.#hears) this.#putOffEvents();
      this.#closeEvents();
      this.#schedule();
    };
    this.#watchSilence(FIRST_EVENT_MS);
  }

  #closeEvents(): void {
    this.#events?.close();
    this.#events = undefined;
    this.#hears = false;
    clearTimeout(this.#silence);
  }

  #putOffEvents(): void {
    this.#eventsFrom = Date.now() + EVENTS_AGAIN_MS;
  }

  #onMessage(): void {
    this.#reached();
    this.#watchSilence(SILENCE_MS);
    if (this.#hears) return;
    this.#hears = true;
    this.#schedule();
  }

  #watchSilence(limitMs: number): void {
    clearTimeout(this.#silence);
    this.#silence = window.setTimeout(() => {
      this.#putOffEvents();
      this.#closeEvents();
      void this.look();
    }, limitMs);
  }

  #reached(): void {
    this.#failures = 0;
    this.#page.onReach(true);
  }

  #missed(): void {
    this.#failures += 1;
    const offline = this.#failures >= FAILURES_UNTIL_OFFLINE || !navigator.onLine;
    if (offline) this.#page.onReach(false);
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.look(), LOOK_MS[this.#pace()]);
  }

  #pace(): keyof typeof LOOK_MS {
    if (this.#page.settled()) return 'settled';
    if (document.hidden) return 'hidden';
    return this.#hears ? 'events' : 'none';
  }

  #wake(): void {
    if (document.hidden) {
      this.#closeEvents();
      this.#schedule();
    } else {
      void this.look();
    }
  }
}

function urlOf(what: 'slip' | 'events'): string {
  return `${location.pathname}/${what}${location.search}`;
}

/** The whole response within the limit, or an error: a connection may stall half way. */
async function fetchSlip(
  url: string,
  etag: string,
): Promise<{ status: number; update?: SlipUpdate }> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), LOOK_LIMIT_MS);
  try {
    const headers = { 'if-none-match': etag };
    const answer = await fetch(url, { headers, cache: 'no-store', signal: limit.signal });
    const { status } = answer;
    return answer.ok ? { status, update: await answer.json() } : { status };
  } finally {
    clearTimeout(timer);
  }
}
