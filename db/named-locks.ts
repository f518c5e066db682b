import type postgres from 'postgres';

export interface NamedLock {
  release(): Promise<void>;
}

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

  constructor(session: postgres.Sql) {
    this.#session = session;
  }

  /** @returns undefined when this or another process has it */
  async take(name: string): Promise<NamedLock | undefined> {
    if (this.#held.has(name)) return undefined;
    this.#held.add(name);
    const taken = await this.#try(name).catch((error: unknown) => {
      this.#held.delete(name);
      throw error;
    });
    if (taken) return { release: () => this.#release(name) };
    this.#held.delete(name);
    return undefined;
  }

  close(timeoutSeconds: number): Promise<void> {
    return this.#session.end({ timeout: timeoutSeconds });
  }

  async #try(name: string): Promise<boolean> {
    const [row] = await this
      .#session`select pg_try_advisory_lock(hashtextextended(${name}, 0)) as taken`;
    return row?.taken === true;
  }

  /** In a new session, after a loss of the one that took it, there is nothing to give back. */
  async #release(name: string): Promise<void> {
    try {
      await this.#session`select pg_advisory_unlock(hashtextextended(${name}, 0))`;
    } finally {
      this.#held.delete(name);
    }
  }
}
