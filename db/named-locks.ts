import type postgres from 'postgres';
import { isConnectionLost } from './connection-lost';
import { LOCK_NUMBER } from './lock-number';

export interface NamedLock {
  release(): Promise<void>;
}

/**
 * PostgreSQL ends a session that is idle for this long, and its locks with it. Otherwise a frozen
 * process or a lost machine would keep them until the connection times out.
 */
const SILENT_FOR_MS = 30_000;

/** Error codes of a session that was ended for being idle, from the driver and from PostgreSQL. */
const ENDED = ['CONNECTION_CLOSED', '57P05'];
/** The driver may report one end twice. */
const MAX_ATTEMPTS = 3;

/**
 * Named locks, each held by one process at a time, on a session of their own: pooled sessions may
 * end after a while, and a reserved one that the database has ended never answers again.
 *
 * PostgreSQL lets a session take its own lock twice, so this class records the locks of this
 * process. Locks end with the session, so another process may take one before this one is done.
 */
export class NamedLocks {
  readonly #open: () => postgres.Sql;
  #session: postgres.Sql;
  readonly #held = new Set<string>();
  readonly #silentForMs: number;
  #signs: NodeJS.Timeout | undefined;

  /** @param open opens a session, which is replaced by a new one after it was lost */
  constructor(open: () => postgres.Sql, silentForMs = SILENT_FOR_MS) {
    this.#open = open;
    this.#session = open();
    this.#silentForMs = silentForMs;
  }

  /** @returns undefined when this or another process has it */
  async take(name: string): Promise<NamedLock | undefined> {
    if (this.#held.has(name)) return undefined;
    this.#held.add(name);
    const taken = await this.#tryAgain(name).catch((error: unknown) => {
      this.#held.delete(name);
      throw error;
    });
    if (taken) {
      this.#giveSigns();
      return { release: () => this.#release(name) };
    }
    this.#held.delete(name);
    return undefined;
  }

  close(timeoutSeconds: number): Promise<void> {
    return this.#session.end({ timeout: timeoutSeconds });
  }

  /** Retries on a new session when the idle session, which has no locks, ends during the query. */
  async #tryAgain(name: string): Promise<boolean> {
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await this.#try(name);
      } catch (error) {
        const ended = error instanceof Error && 'code' in error && ENDED.includes(`${error.code}`);
        if (!ended || attempts === MAX_ATTEMPTS) throw error;
      }
    }
  }

  async #try(name: string): Promise<boolean> {
    const [row] = await this.#ask((session) =>
      session.unsafe<[{ taken: boolean }]>(
        `select set_config('idle_session_timeout', $2, false),
            pg_try_advisory_lock(${LOCK_NUMBER}) as taken`,
        [name, String(this.#silentForMs)],
      ),
    );
    return row?.taken === true;
  }

  /** A lost session is not used again: the driver may not get it back (see renew-client.ts). */
  async #ask<T>(question: (session: postgres.Sql) => PromiseLike<T>): Promise<T> {
    const session = this.#session;
    try {
      return await question(session);
    } catch (error) {
      if (isConnectionLost(error) && this.#session === session) {
        this.#session = this.#open();
        session.end({ timeout: 0 }).catch(() => {});
      }
      throw error;
    }
  }

  /** Keeps the session from going idle while this process has a lock. */
  #giveSigns(): void {
    let answered = true;
    this.#signs ??= setInterval(() => {
      if (!answered) return;
      answered = false;
      const given = () => {
        answered = true;
      };
      this.#ask((session) => session.unsafe('select')).then(given, given);
    }, this.#silentForMs / 3).unref();
  }

  /** Nothing to release when the session that took the lock was lost. */
  async #release(name: string): Promise<void> {
    try {
      await this.#ask((session) =>
        session.unsafe(`select pg_advisory_unlock(${LOCK_NUMBER})`, [name]),
      );
    } finally {
      this.#held.delete(name);
      if (this.#held.size === 0) {
        clearInterval(this.#signs);
        this.#signs = undefined;
      }
    }
  }
}
