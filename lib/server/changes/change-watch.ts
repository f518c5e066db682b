import type { Member } from '@/lib/domain/actor';
import { compactChanges, type DashboardChange } from '@/lib/domain/change';
import { isNetwork } from '@/lib/domain/network';
import { OpenStreams } from './open-streams';

interface Dashboard {
  readonly actor: Pick<Member, 'sessionId' | 'userId' | 'merchantId' | 'role'>;
  /** What rate limits apply to: an IPv4 address, or the /64 of an IPv6 address. */
  readonly client: string;
  readonly tell: (changes: readonly DashboardChange[]) => void;
  /** Ends the stream. Called once, when the stream's actor has changed or the process stops. */
  readonly end: () => void;
}

interface WatchedDashboard extends Dashboard {
  readonly of: Readonly<Record<'session' | 'user' | 'client' | 'merchant', string>>;
  readonly pending: Set<DashboardChange>;
  /** Number of session checks since the dashboard was opened. */
  age: number;
  /** Number of running checks of the session. No changes are sent during a check. */
  checks: number;
}

/** The limit that one more dashboard would exceed. A refused dashboard polls instead. */
export type DashboardWatchRefusal = 'server' | 'client' | 'user' | 'session';

const MAX_OPEN = 2_000;
/**
 * Maximum number of dashboards. A client may be the gateway of a whole company. A session is one
 * browser, which has six connections with HTTP/1.1; some of them must remain for requests.
 */
const MAX = { session: 4, user: 20, client: 200 };

/** The merchant and the role of each session, by session id. Ended sessions are missing. */
type Standings = ReadonlyMap<string, { readonly merchantId: string; readonly role: string }>;

export interface ChangeWatchDeps {
  /**
   * Subscribes to changes of members and of payments. A call without a payload means that anything
   * may have changed.
   */
  listen(on: { changed(payload?: string): void; moved(payload?: string): void }): Promise<unknown>;
  paymentsOf(ids: readonly string[]): Promise<readonly { id: string; merchantId: string }[]>;
  standings(sessionIds: readonly string[]): Promise<Standings>;
  onCount(open: number): void;
  onError(error: unknown): void;
}

/** Minimum time between two messages to a dashboard. */
const GAP_MS = 100;
/**
 * Interval of session checks. Each check also makes the dashboards refetch everything that a chain
 * read changes, because a chain may have been read since the last check.
 */
const CHECK_MS = 10_000;
/**
 * After this many checks, a dashboard refetches everything, because a process that was killed may
 * not have reported its changes.
 */
const CHECKS_PER_READ = 6;
const RETRY_MS = 1_000;
const IDS_PER_READ = 500;

/**
 * Sends each open dashboard the changes of its own merchant. A session that may have changed is
 * read again. Until then, its dashboards get nothing.
 */
export class ChangeWatch {
  readonly #deps: ChangeWatchDeps;
  readonly #open: OpenStreams<keyof WatchedDashboard['of'], keyof typeof MAX, WatchedDashboard>;
  readonly #moved = new Set<string>();
  #resolving = false;
  #resting = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: ChangeWatchDeps) {
    this.#deps = deps;
    this.#open = new OpenStreams({
      maxOpen: MAX_OPEN,
      max: MAX,
      listen: async () => {
        await deps.listen({
          changed: (text) => this.#onChanged(text),
          moved: (what) => this.#onMoved(what),
        });
        this.#add(this.#open.all(), ['all']);
      },
      onCount: (open) => {
        deps.onCount(open);
        if (open > 0) return;
        clearInterval(this.#timer);
        this.#timer = undefined;
      },
      onError: (error) => deps.onError(error),
    });
  }

  /**
   * Sends "all" as soon as no further change can be missed, and then every change.
   *
   * @returns a function that ends the watch, or the limit that the dashboard would exceed
   */
  watch(dashboard: Dashboard): (() => void) | DashboardWatchRefusal {
    const { sessionId, userId, merchantId } = dashboard.actor;
    const of = { session: sessionId, user: userId, client: dashboard.client, merchant: merchantId };
    const watched: WatchedDashboard = { ...dashboard, of, pending: new Set(), age: 0, checks: 0 };
    const opened = this.#open.open(watched);
    if (typeof opened === 'string') return opened;
    // The session may have ended since it was read for this call.
    void this.#checkSessions([watched]);
    if (this.#open.isListening) this.#add([watched], ['all']);
    this.#timer ??= setInterval(() => this.#check(), CHECK_MS).unref();
    return opened;
  }

  close(): void {
    this.#open.close();
  }

  #onChanged(payload: string | undefined): void {
    const [of = '', ...words] = payload?.split(' ') ?? [];
    const change = words.join(' ');
    if (payload === undefined) {
      if (!this.#open.isListening) return;
      // Changes may have been missed while the connection was lost.
      this.#add(this.#open.all(), ['all']);
      void this.#checkSessions(this.#open.all());
    } else if (of === 'session') {
      void this.#checkSessions(this.#open.of('session', change));
    } else {
      this.#add(this.#open.of('merchant', of), [change as DashboardChange]);
      // All sessions are checked, because a user whose role changed may be viewing another
      // merchant.
      if (change === 'people') void this.#checkSessions(this.#open.all());
    }
  }

  #onMoved(payload: string | undefined): void {
    if (payload === undefined || this.#open.size === 0) return;
    if (isNetwork(payload)) this.#add(this.#open.all(), [`chain ${payload}`]);
    else this.#moved.add(payload);
    void this.#resolveMoved();
  }

  async #resolveMoved(): Promise<void> {
    if (this.#resolving) return;
    this.#resolving = true;
    while (this.#moved.size > 0) {
      const ids = [...this.#moved].slice(0, IDS_PER_READ);
      for (const id of ids) this.#moved.delete(id);
      try {
        const byMerchant = new Map<string, DashboardChange[]>();
        for (const { id, merchantId } of await this.#deps.paymentsOf(ids)) {
          const changes = byMerchant.get(merchantId) ?? [];
          byMerchant.set(merchantId, changes);
          changes.push(`payment ${id}`);
        }
        for (const [merchantId, changes] of byMerchant) {
          this.#add(this.#open.of('merchant', merchantId), changes);
        }
      } catch (error) {
        this.#open.outages.failed(error);
        this.#add(this.#open.all(), ['payments']);
      }
    }
    this.#resolving = false;
  }

  #add(to: readonly WatchedDashboard[], changes: readonly DashboardChange[]): void {
    for (const { pending } of to) for (const change of changes) pending.add(change);
    if (to.length > 0) this.#flush();
  }

  /** Sends pending changes: the first one immediately, later ones together after a gap. */
  #flush(): void {
    if (this.#resting) return;
    const due = this.#open.all().filter(({ checks, pending }) => checks === 0 && pending.size > 0);
    if (due.length === 0) return;
    for (const { pending, tell } of due) {
      const changes = compactChanges(pending);
      pending.clear();
      tell(changes);
    }
    this.#resting = true;
    setTimeout(() => {
      this.#resting = false;
      this.#flush();
    }, GAP_MS).unref();
  }

  #check(): void {
    for (const open of this.#open.all()) {
      open.age += 1;
      open.pending.add(open.age % CHECKS_PER_READ === 0 ? 'all' : 'read');
    }
    this.#flush();
    void this.#checkSessions(this.#open.all().filter(({ checks }) => checks === 0));
  }

  /**
   * Reads the sessions again, and ends the dashboards whose session has changed. Until then, the
   * dashboards get no changes.
   */
  async #checkSessions(some: readonly WatchedDashboard[]): Promise<void> {
    if (some.length === 0) return;
    for (const open of some) open.checks += 1;
    for (;;) {
      try {
        const standings = await this.#deps.standings([
          ...new Set(some.map(({ of }) => of.session)),
        ]);
        this.#open.outages.worked();
        for (const open of some) {
          const { sessionId, merchantId, role } = open.actor;
          const now = standings.get(sessionId);
          if (now?.merchantId !== merchantId || now.role !== role) this.#open.end(open);
          open.checks -= 1;
        }
        break;
      } catch (error) {
        this.#open.outages.failed(error);
        if (this.#open.size === 0) return;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
      }
    }
    this.#flush();
  }
}
