import type { Member } from '@/lib/domain/actor';
import type { Change } from '@/lib/domain/change';

/** An open dashboard that is told of changes. */
export interface Watcher {
  readonly actor: Pick<Member, 'sessionId' | 'userId' | 'merchantId' | 'role'>;
  /** Who asks, as for rate limits: an IP address, or for IPv6 its /64. */
  readonly client: string;
  /** Called with changes, and with none for a beat, which shows that the stream is alive. */
  readonly tell: (changes: readonly Change[]) => void;
  /** Called once when this process tells no more: the actor has changed, or the process stops. */
  readonly end: () => void;
}

/** The limit that a further dashboard would exceed, which asks at intervals instead. */
export type WatchRefusal = 'server' | 'client' | 'user' | 'session';

/**
 * The most streams of this process, since each holds a socket; of one client, which may be the
 * gateway of a whole company; of one user; and of one browser: HTTP/1.1 gives it six connections,
 * and the tabs of a browser that cannot share a stream must leave room for requests.
 */
const MOST = { server: 2_000, client: 200, user: 20, session: 3 };

/** A watcher with the changes that it was not told yet. */
export class OpenWatcher {
  readonly watcher: Watcher;
  #pending = new Set<Change>();
  /** Running checks of its session. While there is one, the watcher is told nothing. */
  checks = 0;

  constructor(watcher: Watcher) {
    this.watcher = watcher;
  }

  add(changes: readonly Change[]): void {
    for (const change of changes) this.#pending.add(change);
  }

  /** Its changes, if it may be told now. */
  take(): ReadonlySet<Change> {
    if (this.checks > 0 || this.#pending.size === 0) return NOTHING;
    const taken = this.#pending;
    this.#pending = new Set();
    return taken;
  }
}

const NOTHING: ReadonlySet<Change> = new Set();

/** The open dashboards of this process, counted by what limits them. */
export class Watchers {
  readonly #open = new Set<OpenWatcher>();
  readonly #counts = new Map<string, number>();

  get size(): number {
    return this.#open.size;
  }

  /** The limit that a watcher would exceed; undefined if none. */
  refusalOf(watcher: Watcher): WatchRefusal | undefined {
    if (this.#open.size >= MOST.server) return 'server';
    return LIMITED.find((kind) => (this.#counts.get(nameOf(kind, watcher)) ?? 0) >= MOST[kind]);
  }

  add(open: OpenWatcher): void {
    this.#open.add(open);
    this.#count(open.watcher, 1);
  }

  /** @returns whether it was there */
  delete(open: OpenWatcher): boolean {
    if (!this.#open.delete(open)) return false;
    this.#count(open.watcher, -1);
    return true;
  }

  of(merchantId: string): OpenWatcher[] {
    return this.all().filter(({ watcher }) => watcher.actor.merchantId === merchantId);
  }

  all(): OpenWatcher[] {
    return [...this.#open];
  }

  merchantIds(): string[] {
    return [...new Set(this.all().map(({ watcher }) => watcher.actor.merchantId))];
  }

  #count(watcher: Watcher, by: 1 | -1): void {
    for (const kind of LIMITED) {
      const name = nameOf(kind, watcher);
      const left = (this.#counts.get(name) ?? 0) + by;
      if (left > 0) this.#counts.set(name, left);
      else this.#counts.delete(name);
    }
  }
}

const LIMITED = ['session', 'user', 'client'] as const;

function nameOf(kind: (typeof LIMITED)[number], { actor, client }: Watcher): string {
  return `${kind} ${{ session: actor.sessionId, user: actor.userId, client }[kind]}`;
}
