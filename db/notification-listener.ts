import type postgres from 'postgres';
import { connect } from './connect';
import { createReconnectingClient } from './create-reconnecting-client';

type OnNotify = (payload?: string) => void;

/**
 * Pause before the next attempt to listen, after the session has ended or has refused to listen.
 */
const RETRY_MS = 250;

/**
 * Receives notifications on a separate session, which is reopened whenever it ends. The driver's
 * own `listen` (postgres.js 3.4) stops permanently if a new session stays open but refuses to
 * listen, as on a standby that is about to be promoted.
 */
export class NotificationListener {
  readonly #client: postgres.Sql;
  readonly #listeners = new Map<string, Set<OnNotify>>();
  #hosts = 1;
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(url: string) {
    // The driver retries several refusing hosts without a pause, so the client uses one at a time.
    this.#client = createReconnectingClient(() => this.#connect(url), 1);
  }

  async listen(channel: string, onNotify: OnNotify): Promise<{ unlisten(): void }> {
    await this.#askEach(channel, this.#hosts);
    const listeners = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, listeners.add(onNotify));
    onNotify();
    return { unlisten: () => listeners.delete(onNotify) };
  }

  close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    return this.#client.end({ timeout: 0 });
  }

  #connect(url: string): postgres.Sql {
    const events = {
      onclose: () => this.#listenSoon(),
      // The driver (postgres.js 3.4) supports `onnotify`, but its types omit it.
      onnotify: (channel: string, payload: string) => this.#tell(channel, payload),
    };
    const client = connect(url, { max: 1, max_lifetime: null, ...events });
    this.#hosts = client.options.host.length;
    return client;
  }

  #listenSoon(): void {
    if (this.#isClosed) return;
    this.#retry ??= setTimeout(() => void this.#listenAgain(), RETRY_MS).unref();
  }

  async #listenAgain(): Promise<void> {
    this.#retry = undefined;
    const channels = [...this.#listeners.keys()];
    const results = await Promise.allSettled(channels.map((channel) => this.#ask(channel)));
    if (results.some(({ status }) => status === 'rejected')) this.#listenSoon();
    else for (const channel of channels) this.#tell(channel);
  }

  /** Tries each host of the URL once. */
  #askEach(channel: string, hosts: number): Promise<unknown> {
    const subscription = this.#ask(channel);
    return hosts === 1 ? subscription : subscription.catch(() => this.#askEach(channel, hosts - 1));
  }

  async #ask(channel: string): Promise<void> {
    await this.#client.unsafe(`listen "${channel}"`);
  }

  #tell(channel: string, payload?: string): void {
    for (const onNotify of this.#listeners.get(channel) ?? []) onNotify(payload);
  }
}
