import type postgres from 'postgres';

type OnNotify = (payload?: string) => void;

/** What a client that listens is opened with. */
type Events = Pick<postgres.Options<Record<string, never>>, 'max' | 'max_lifetime' | 'onclose'> & {
  /** The driver (postgres.js 3.4) passes it on, and leaves it out of its types. */
  readonly onnotify: (channel: string, payload: string) => void;
};

/** Between the end of a session, or its refusal to listen, and the next try. */
const AGAIN_AFTER_MS = 250;

/**
 * Notifications, on a session of their own that is opened again whenever it ends. The driver's own
 * `listen` (postgres.js 3.4) stops for good where a new session refuses it and stays open, as that of
 * a standby which is about to take over.
 */
export class Notifications {
  readonly #client: postgres.Sql;
  readonly #listeners = new Map<string, Set<OnNotify>>();
  #again: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(open: (events: Events) => postgres.Sql) {
    this.#client = open({
      max: 1,
      max_lifetime: null,
      onclose: () => this.#listenSoon(),
      onnotify: (channel, payload) => this.#tell(channel, payload),
    });
  }

  /** As {@link Database.listen}. */
  async listen(channel: string, onNotify: OnNotify): Promise<{ unlisten(): void }> {
    await this.#ask(channel);
    const listeners = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, listeners.add(onNotify));
    onNotify();
    return { unlisten: () => listeners.delete(onNotify) };
  }

  close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#again);
    return this.#client.end({ timeout: 0 });
  }

  #listenSoon(): void {
    if (this.#isClosed) return;
    this.#again ??= setTimeout(() => void this.#listenAgain(), AGAIN_AFTER_MS).unref();
  }

  async #listenAgain(): Promise<void> {
    this.#again = undefined;
    const channels = [...this.#listeners.keys()];
    const asked = await Promise.allSettled(channels.map((channel) => this.#ask(channel)));
    if (asked.some(({ status }) => status === 'rejected')) this.#listenSoon();
    else for (const channel of channels) this.#tell(channel);
  }

  async #ask(channel: string): Promise<void> {
    await this.#client.unsafe(`listen "${channel}"`);
  }

  #tell(channel: string, payload?: string): void {
    for (const onNotify of this.#listeners.get(channel) ?? []) onNotify(payload);
  }
}
