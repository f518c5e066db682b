import type postgres from 'postgres';
import { isConnectionLost } from './connection-lost';

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
  readonly #open: (events: Events) => postgres.Sql;
  #client: postgres.Sql;
  #hosts = 1;
  readonly #listeners = new Map<string, Set<OnNotify>>();
  #again: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** @param open opens a client that begins with the next host of the URL */
  constructor(open: (events: Events) => postgres.Sql) {
    this.#open = open;
    this.#client = this.#connect();
  }

  /** As {@link Database.listen}. */
  async listen(channel: string, onNotify: OnNotify): Promise<{ unlisten(): void }> {
    await this.#askEach(channel, this.#hosts);
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

  /** Asks one host of the URL after the other, each once. */
  #askEach(channel: string, hosts: number): Promise<void> {
    const asked = this.#ask(channel);
    return hosts === 1 ? asked : asked.catch(() => this.#askEach(channel, hosts - 1));
  }

  /** A lost session is not used again: the driver may not get it back (see renew-client.ts). */
  async #ask(channel: string): Promise<void> {
    const client = this.#client;
    try {
      await client.unsafe(`listen "${channel}"`);
    } catch (error) {
      if (isConnectionLost(error) && this.#client === client && !this.#isClosed) {
        this.#client = this.#connect();
        client.end({ timeout: 0 }).catch(() => {});
        this.#listenSoon();
      }
      throw error;
    }
  }

  /** To one host: of several that refuse, the driver asks one after the other without a pause. */
  #connect(): postgres.Sql {
    const client = this.#open({
      max: 1,
      max_lifetime: null,
      onclose: () => {
        if (this.#client === client) this.#listenSoon();
      },
      onnotify: (channel, payload) => this.#tell(channel, payload),
    });
    const { host, port } = client.options;
    this.#hosts = host.length;
    for (const list of [host, port]) list.splice(1);
    return client;
  }

  #tell(channel: string, payload?: string): void {
    for (const onNotify of this.#listeners.get(channel) ?? []) onNotify(payload);
  }
}
