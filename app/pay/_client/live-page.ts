import { EventFeed, watchPageVisibility } from '@/app/_ui/event-feed';

/** Polling intervals: with events, without events, in the background, and in a settled state. */
const POLL_MS = { events: 60_000, none: 3_000, hidden: 15_000, settled: 60_000 };
const LOOK_LIMIT_MS = 10_000;
/** A single failed request does not count as an outage. */
const FAILURES_UNTIL_OFFLINE = 2;

export interface LiveOptions<Update> {
  tag(): string;
  /** Whether the page shows a state that rarely changes. */
  settled(): boolean;
  onUpdate(update: Update): void;
  onReach(reached: boolean): void;
}

/**
 * Updates the page by events while it is visible, and by polling at all times, even after failed
 * requests, sleep and lost connections.
 */
export class LivePage<Update> {
  readonly #page: LiveOptions<Update>;
  readonly #events: EventFeed;
  /** The number of updates that arrived as events. */
  #pushed = 0;
  #timer = 0;
  #failures = 0;
  #looking: Promise<void> | undefined;

  constructor(page: LiveOptions<Update>) {
    this.#page = page;
    this.#events = new EventFeed({
      url: urlOf('events'),
      on: {
        slip: (data) => {
          this.#pushed += 1;
          this.#reached();
          page.onUpdate(JSON.parse(data));
        },
        beat: () => this.#reached(),
      },
      onLive: (live) => {
        if (!live && page.settled()) this.#events.close();
        this.#schedule();
      },
    });
    watchPageVisibility({
      wake: () => void this.look(),
      rest: () => {
        this.#events.close();
        this.#schedule();
      },
      offline: () => {
        this.#events.close();
        this.#missed();
        this.#schedule();
      },
    });
    this.#openEvents();
    this.#schedule();
  }

  /** Fetches the current slip, or waits for a request that is already running. */
  look(): Promise<void> {
    this.#looking ??= this.#ask();
    return this.#looking;
  }

  async #ask(): Promise<void> {
    const pushed = this.#pushed;
    try {
      const { status, update } = await fetchSlip<Update>(urlOf('slip'), `"${this.#page.tag()}"`);
      // After an event during the request, the response may be outdated.
      if (update && pushed === this.#pushed) this.#page.onUpdate(update);
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
    if (!document.hidden && !this.#page.settled()) this.#events.open();
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
    this.#timer = window.setTimeout(() => void this.look(), POLL_MS[this.#pace()]);
  }

  #pace(): keyof typeof POLL_MS {
    if (this.#page.settled()) return 'settled';
    if (document.hidden) return 'hidden';
    return this.#events.isLive ? 'events' : 'none';
  }
}

function urlOf(what: 'slip' | 'events'): string {
  return `${new URL(document.baseURI).pathname}/${what}${location.search}`;
}

/**
 * Returns the complete response. Throws after the time limit, because a response may stall halfway.
 */
async function fetchSlip<Update>(
  url: string,
  etag: string,
): Promise<{ status: number; update?: Update }> {
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
