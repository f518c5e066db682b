import type postgres from 'postgres';

export interface NamedLock {
  release(): Promise<void>;
}

/**
 * A session that says nothing for so long is ended, and its locks with it. Else a process that
 * freezes, or the loss of a machine, would keep them for as long as the connection seems to stand.
 */
const SILENT_FOR_MS = 30_000;

/** How the end of a session for its silence is told: by the driver, and by PostgreSQL itself. */
const ENDED = ['CONNECTION_CLOSED', '57P05'];
/** The driver may tell of one end twice. */
const MOST_TRIES = 3;

/**
 * Named locks that one process at a time has, on a session of their own: the pool's may end after
 * a while, and a reserved one of it that the database ended never answers again.
 *
 * A session could take its own lock twice, so who has one in this process is remembered here. When
 * the session is lost the locks are too, and another process may take them before this one is done.
 */
export class NamedLocks {
  readonly #session: postgres.Sql;
  readonly #held = new Set<string>();
  readonly #silentForMs: number;
  #signs: NodeJS.Timeout | undefined;

  constructor(session: postgres.Sql, silentForMs = SILENT_FOR_MS) {
    this.#session = session;
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

  /** A session that is ended just when it is asked had no lock to lose: another one is asked. */
  async #tryAgain(name: string): Promise<boolean> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#try(name);
      } catch (error) {
        const ended = error instanceof Error && 'code' in error && ENDED.includes(`${error.code}`);
        if (!ended || tries === MOST_TRIES) throw error;
      }
    }
  }

  async #try(name: string): Promise<boolean> {
    const [row] = await this.#session`
      select set_config('idle_session_timeout', ${String(this.#silentForMs)}, false),
        pg_try_advisory_lock(hashtextextended(${name}, 0)) as taken`;
    return row?.taken === true;
  }

  /** Signs of life, while this process has any lock. */
  #giveSigns(): void {
    let answered = true;
    this.#signs ??= setInterval(() => {
      if (!answered) return;
      answered = false;
      const given = () => {
        answered = true;
      };
      this.#session`select`.then(given, given);
    }, this.#silentForMs / 3).unref();
  }

  /** In a new session, after a loss of the one that took it, there is nothing to give back. */
  async #release(name: string): Promise<void> {
    try {
      await this.#session`select pg_advisory_unlock(hashtextextended(${name}, 0))`;
    } finally {
      this.#held.delete(name);
      if (this.#held.size === 0) {
        clearInterval(this.#signs);
        this.#signs = undefined;
      }
    }
  }
}
