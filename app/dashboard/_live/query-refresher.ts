import type { Query, QueryClient } from '@tanstack/react-query';
import { compactChanges, type DashboardChange } from '@/lib/domain/change';
import { isQueryAffected } from './is-query-affected';

/** Minimum time between two rounds of reads. */
const GAP_MS = 300;
/** The pause after a round is this multiple of its duration, so slow reads become less frequent. */
const REST = 4;
const MAX_REST_MS = 15_000;

/**
 * Refetches the queries that changes affect: immediately at first, and then as often as the server
 * can respond.
 */
export class QueryRefresher {
  readonly #client: QueryClient;
  readonly #pending = new Set<DashboardChange>();
  #busy = false;

  constructor(client: QueryClient) {
    this.#client = client;
  }

  add(changes: readonly DashboardChange[]): void {
    for (const change of changes) this.#pending.add(change);
    if (!this.#busy) void this.#run();
  }

  /** Runs one round at a time, because a second round would cancel the reads of the first. */
  async #run(): Promise<void> {
    this.#busy = true;
    while (this.#pending.size > 0) {
      const changes = compactChanges(this.#pending);
      this.#pending.clear();
      const began = performance.now();
      await this.#read((query) =>
        changes.some((change) => isQueryAffected(change, query.queryKey)),
      );
      const rest = Math.min((performance.now() - began) * REST, MAX_REST_MS);
      await new Promise((resolve) => setTimeout(resolve, Math.max(rest, GAP_MS)));
    }
    this.#busy = false;
  }

  async #read(predicate: (query: Query) => boolean): Promise<void> {
    // A query that is invalidated during its first read is not read again, although the read may
    // have begun before the change (TanStack/query#8530). A second invalidation starts a new read.
    const first = this.#client
      .getQueryCache()
      .findAll({ type: 'active', predicate })
      .filter(({ state }) => state.data === undefined && state.fetchStatus === 'fetching');
    await this.#client.invalidateQueries({ predicate });
    if (first.length === 0) return;
    await this.#client.invalidateQueries({ predicate: (query) => first.includes(query) });
  }
}
