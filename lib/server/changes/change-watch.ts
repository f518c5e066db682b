import { type Change, summarize } from '@/lib/domain/change';
import { isNetwork } from '@/lib/domain/network';
import { Outages } from './outages';
import { differences, type Marks } from './read-marks';
import { OpenWatcher, type Watcher, Watchers, type WatchRefusal } from './watchers';

/** The merchant and the role that a session has now; none for a session that has ended. */
type Standings = ReadonlyMap<string, { readonly merchantId: string; readonly role: string }>;

export interface ChangeWatchDeps {
  /** Listens to what is told and noted, and to what moves payments; a payload, or none for "all". */
  listen(on: { told(payload?: string): void; moved(payload?: string): void }): Promise<unknown>;
  /** The payments behind checkout ids. */
  paymentsOf(ids: readonly string[]): Promise<readonly { id: string; merchantId: string }[]>;
  standings(sessionIds: readonly string[]): Promise<Standings>;
  merchantMarks(merchantIds: readonly string[]): Promise<Marks>;
  chainMarks(): Promise<Marks>;
  onCount(open: number): void;
  /** Told once of failures in a row. */
  onError(error: unknown): void;
}

/** Least time between two messages to a dashboard. */
const GAP_MS = 100;
/** Time between two checks of sessions, and for changes that no notification told. */
const CHECK_MS = 10_000;
const RETRY_MS = 1_000;
const IDS_PER_READ = 500;

/**
 * Tells open dashboards what changed for their merchant, and nothing of any other: when a session
 * may have changed, its dashboards are told nothing until it was read again.
 */
export class ChangeWatch {
  readonly #deps: ChangeWatchDeps;
  readonly #watchers = new Watchers();
  readonly #moved = new Set<string>();
  #marks: Marks = new Map();
  #listening: Promise<unknown> | undefined;
  #isListening = false;
  #resolving = false;
  #resting = false;
  #timer: NodeJS.Timeout | undefined;
  readonly #outages: Outages;
  #closed = false;

  constructor(deps: ChangeWatchDeps) {
    this.#deps = deps;
    this.#outages = new Outages((error) => deps.onError(error));
  }

  /**
   * Tells "all" once no change can be missed, then every change.
   *
   * @returns a function that ends it, or the limit that it would exceed
   */
  watch(watcher: Watcher): (() => void) | WatchRefusal {
    const refusal = this.#closed ? 'server' : this.#watchers.refusalOf(watcher);
    if (refusal) return refusal;
    const open = new OpenWatcher(watcher);
    this.#watchers.add(open);
    this.#deps.onCount(this.#watchers.size);
    // The session was read before, and may have ended since.
    void this.#checkSessions([open]);
    if (this.#isListening) this.#add([open], ['all']);
    else this.#listen();
    if (!this.#marks.has(watcher.actor.merchantId)) void this.#checkMarks();
    this.#timer ??= setInterval(() => this.#check(), CHECK_MS).unref();
    return () => this.#forget(open);
  }

  /** Ends every stream, since an open one would keep the process alive. */
  close(): void {
    this.#closed = true;
    for (const open of this.#watchers.all()) this.#end(open);
  }

  #end(open: OpenWatcher): void {
    if (this.#forget(open)) open.watcher.end();
  }

  #forget(open: OpenWatcher): boolean {
    if (!this.#watchers.delete(open)) return false;
    this.#deps.onCount(this.#watchers.size);
    if (this.#watchers.size > 0) return true;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#marks = new Map();
    return true;
  }

  #listen(): void {
    this.#listening ??= this.#deps
      .listen({ told: (payload) => this.#onTold(payload), moved: (what) => this.#onMoved(what) })
      .then(() => {
        this.#isListening = true;
        this.#add(this.#watchers.all(), ['all']);
      })
      .catch((error) => {
        this.#outages.failed(error);
        this.#listening = undefined;
      });
  }

  #onTold(payload: string | undefined): void {
    const [of = '', ...words] = payload?.split(' ') ?? [];
    const change = words.join(' ');
    if (payload === undefined) {
      if (!this.#isListening) return;
      // Anything may have changed while nothing was heard.
      this.#add(this.#watchers.all(), ['all']);
      void this.#checkSessions(this.#watchers.all());
    } else if (of === 'session') {
      const same = ({ watcher }: OpenWatcher) => watcher.actor.sessionId === change;
      void this.#checkSessions(this.#watchers.all().filter(same));
    } else {
      this.#add(this.#watchers.of(of), [change as Change]);
      // The user whose role or sessions changed may have other merchants in view.
      if (change === 'people') void this.#checkSessions(this.#watchers.all());
    }
  }

  #onMoved(payload: string | undefined): void {
    if (payload === undefined || this.#watchers.size === 0) return;
    if (isNetwork(payload)) this.#add(this.#watchers.all(), [`chain ${payload}`]);
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
        const byMerchant = new Map<string, Change[]>();
        for (const { id, merchantId } of await this.#deps.paymentsOf(ids)) {
          const changes = byMerchant.get(merchantId) ?? [];
          byMerchant.set(merchantId, changes);
          changes.push(`payment ${id}`);
        }
        for (const [merchantId, changes] of byMerchant) {
          this.#add(this.#watchers.of(merchantId), changes);
        }
      } catch (error) {
        this.#outages.failed(error);
        this.#add(this.#watchers.all(), ['payments']);
      }
    }
    this.#resolving = false;
  }

  #add(to: readonly OpenWatcher[], changes: readonly Change[]): void {
    if (to.length === 0) return;
    for (const open of to) open.add(changes);
    this.#flush();
  }

  /** The first change is told at once, and what follows it within the gap together. */
  #flush(): void {
    if (this.#resting) return;
    let told = false;
    for (const open of this.#watchers.all()) {
      const changes = summarize(open.take());
      if (changes.length === 0) continue;
      open.watcher.tell(changes);
      told = true;
    }
    if (!told) return;
    this.#resting = true;
    setTimeout(() => {
      this.#resting = false;
      this.#flush();
    }, GAP_MS).unref();
  }

  #check(): void {
    this.#listen();
    for (const { watcher } of this.#watchers.all()) watcher.tell([]);
    void this.#checkSessions(this.#watchers.all().filter(({ checks }) => checks === 0));
    void this.#checkMarks();
  }

  /** Tells them nothing until their sessions were read, and ends those that are not the same. */
  async #checkSessions(some: readonly OpenWatcher[]): Promise<void> {
    if (some.length === 0) return;
    for (const open of some) open.checks += 1;
    for (;;) {
      try {
        const ids = new Set(some.map(({ watcher }) => watcher.actor.sessionId));
        const standings = await this.#deps.standings([...ids]);
        this.#outages.worked();
        for (const open of some) {
          const { sessionId, merchantId, role } = open.watcher.actor;
          const now = standings.get(sessionId);
          if (now?.merchantId !== merchantId || now.role !== role) this.#end(open);
          open.checks -= 1;
        }
        break;
      } catch (error) {
        this.#outages.failed(error);
        if (this.#watchers.size === 0) return;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
      }
    }
    this.#flush();
  }

  async #checkMarks(): Promise<void> {
    try {
      const merchants = await this.#deps.merchantMarks(this.#watchers.merchantIds());
      const marks = new Map([...merchants, ...(await this.#deps.chainMarks())]);
      this.#outages.worked();
      const found = differences(this.#marks, marks);
      this.#marks = marks;
      for (const [of, changes] of found) {
        this.#add(isNetwork(of) ? this.#watchers.all() : this.#watchers.of(of), changes);
      }
    } catch (error) {
      this.#outages.failed(error);
    }
  }
}
