import type postgres from 'postgres';
import { ADVISORY_LOCK_KEY_SQL } from './advisory-lock-key';
import { connect } from './connect';
import { createReconnectingClient } from './create-reconnecting-client';

export interface NamedLock {
  release(): Promise<void>;
}

/**
 * PostgreSQL ends a session that is idle for this long, and releases its locks. Otherwise the locks
 * of a frozen process or a lost machine would last until the connection times out.
 */
const SILENT_FOR_MS = 30_000;

/** Error codes of the driver and of PostgreSQL for a session that ended because it was idle. */
const ENDED = ['CONNECTION_CLOSED', '57P05'];

/**
 * Named locks, each held by one process at a time. They have a separate session, because pooled
 * sessions may be closed. PostgreSQL lets a session take a lock twice, so this class records its
 * locks. If the session ends, another process may take a lock while the first process still works.
 */
export class NamedLocks {
  readonly #session: postgres.Sql;
  readonly #held = new Set<string>();
  readonly #silentForMs: number;
  #pings: NodeJS.Timeout | undefined;

  constructor(url: string, silentForMs = SILENT_FOR_MS) {
    this.#session = createReconnectingClient(() => connect(url, { max: 1, max_lifetime: null }));
    this.#silentForMs = silentForMs;
  }

  /** @returns undefined when this or another process has the lock */
  async take(name: string): Promise<NamedLock | undefined> {
    if (this.#held.has(name)) return undefined;
    this.#held.add(name);
    let taken = false;
    try {
      taken = await this.#try(name).catch((error: Error & { code?: string }) => {
        // The idle session has ended and is replaced. It had no locks, so a second attempt is safe.
        if (!ENDED.includes(`${error.code}`)) throw error;
        return this.#try(name);
      });
    } finally {
      if (!taken) this.#held.delete(name);
    }
    if (!taken) return undefined;
    this.#keepAlive();
    return { release: () => this.#release(name) };
  }

  close(timeoutSeconds: number): Promise<void> {
    return this.#session.end({ timeout: timeoutSeconds });
  }

  async #try(name: string): Promise<boolean> {
    const [row] = await this.#session.unsafe<[{ taken: boolean }]>(
      `select set_config('idle_session_timeout', $2, false),
          pg_try_advisory_lock(${ADVISORY_LOCK_KEY_SQL}) as taken`,
      [name, String(this.#silentForMs)],
    );
    return row?.taken === true;
  }

  #keepAlive(): void {
    const ping = () => this.#session.unsafe('select').catch(() => {});
    this.#pings ??= setInterval(ping, this.#silentForMs / 3).unref();
  }

  /** Has no effect if the session that took the lock was lost. */
  async #release(name: string): Promise<void> {
    try {
      await this.#session.unsafe(`select pg_advisory_unlock(${ADVISORY_LOCK_KEY_SQL})`, [name]);
    } finally {
      this.#held.delete(name);
      if (this.#held.size === 0) {
        clearInterval(this.#pings);
        this.#pings = undefined;
      }
    }
  }
}
