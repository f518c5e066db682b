import type { SlipUpdate } from '../_page/render';

/** A server that sends nothing for this long, beats included, is not there. */
const SILENCE_MS = 40_000;
/** Between two looks: with events open, without them, in the background, when all is settled. */
const LOOK_MS = { events: 60_000, none: 3_000, hidden: 15_000, settled: 60_000 };
const LOOK_LIMIT_MS = 10_000;
/** One lost request is no outage. */
const FAILURES_UNTIL_OFFLINE = 2;

export interface LiveOptions {
  /** Names what is shown now. */
  tag(): string;
  /** Whether the payment is at an end that hardly ever changes again. */
  settled(): boolean;
  onUpdate(update: SlipUpdate): void;
  onReach(reached: boolean): void;
}

/**
 * Keeps the page up to date: by events while it is looked at, and by looking now and then, which
 * nothing ends: no failed request, no sleep of the phone, no lost connection.
 */
export class Live {
  readonly #page: LiveOptions;
  #events: EventSource | undefined;
  #timer = 0;
  #silence = 0;
  #failures = 0;
  #looking = false;

  constructor(page: LiveOptions) {
    this.#page = page;
    const wake = () => this.#wake();
    document.addEventListener('visibilitychange', wake);
    addEventListener('pageshow', ({ persisted }) => persisted && wake());
    addEventListener('online', wake);
    addEventListener('pagehide', () => this.#hush());
    addEventListener('offline', () => {
      this.#hush();
      this.#missed();
      this.#schedule();
    });
    this.#listen();
    this.#schedule();
  }

  /** Looks at the server now. */
  async look(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    try {
      const { status, update } = await ask(addressOf('slip'), `"${this.#page.tag()}"`);
      if (update) this.#page.onUpdate(update);
      if (status >= 500) this.#missed();
      else this.#reached();
    } catch {
      this.#missed();
    }
    this.#looking = false;
    if (this.#failures === 0) this.#listen();
    this.#schedule();
  }

  #listen(): void {
    if (this.#events || document.hidden || this.#page.settled()) return;
    const events = new EventSource(addressOf('events'));
    this.#events = events;
    events.addEventListener('slip', ({ data }: MessageEvent<string>) => {
      this.#heard();
      this.#page.onUpdate(JSON.parse(data));
    });
    events.addEventListener('beat', () => this.#heard());
    // A browser's own reconnecting ends for good on some answers: looking does not.
    events.onerror = () => {
      this.#hush();
      this.#schedule();
    };
    this.#watchSilence();
  }

  #hush(): void {
    this.#events?.close();
    this.#events = undefined;
    clearTimeout(this.#silence);
  }

  #heard(): void {
    this.#reached();
    this.#watchSilence();
  }

  #watchSilence(): void {
    clearTimeout(this.#silence);
    this.#silence = window.setTimeout(() => {
      this.#hush();
      void this.look();
    }, SILENCE_MS);
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
    return this.#events ? 'events' : 'none';
  }

  #wake(): void {
    if (document.hidden) {
      this.#hush();
      this.#schedule();
    } else {
      void this.look();
    }
  }
}

function addressOf(what: 'slip' | 'events'): string {
  return `${location.pathname}/${what}${location.search}`;
}

/** All of the answer, or none of it, within the limit: a connection may fall silent half way. */
async function ask(url: string, etag: string): Promise<{ status: number; update?: SlipUpdate }> {
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
