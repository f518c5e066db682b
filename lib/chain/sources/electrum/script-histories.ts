import { createHash } from 'node:crypto';
import { ageMs } from '@/lib/domain/clock-skew';
import type { BlockRef, ScriptLookUp } from '../../source';
import { type ElectrumRequests, type HistoryEntry, scripthashOf } from './requests';

/** A status of this age is requested again, in case the server's notification was lost. */
const RECHECK_MS = 60_000;
/** Minimum recheck age per followed script. Limits the rechecks to two per second. */
const RECHECK_PER_SCRIPT_MS = 500;
/** How long a subscription is kept after its payment ended. Late money is common. */
const KEPT_FOR_MS = 86_400_000;
const MAX_KEPT = 2_000;

interface FollowedScript {
  readonly lookUp: ScriptLookUp;
  /**
   * The status that belongs to {@link entries}; undefined for a history that is too long to read.
   */
  status: string | null | undefined;
  entries: readonly HistoryEntry[];
  isChanged: boolean;
  readonly generation: number;
  /** The tip and the number of reorgs at the last look-up. */
  readonly tipHash: string;
  readonly reorgs: number;
  readonly lookedUpAt: Date;
}

export interface ScriptHistory extends Pick<ScriptLookUp, 'script' | 'fromHeight'> {
  readonly entries: readonly HistoryEntry[];
}

/**
 * The histories of scripts that may be paid soon, which subscriptions keep current. After a
 * reconnect, every status is requested again. After a block, only the statuses of active scripts
 * are requested again.
 */
export class ScriptHistories {
  readonly #ask: ElectrumRequests;
  readonly #clock: () => Date;
  readonly #followed = new Map<string, FollowedScript>();
  readonly #scripts = new Map<string, string>();
  #reorgs = 0;

  constructor(ask: ElectrumRequests, clock: () => Date) {
    this.#ask = ask;
    this.#clock = clock;
  }

  notice(scripthash: unknown, status: unknown): void {
    const known = this.#followed.get(this.#scripts.get(String(scripthash)) ?? '');
    if (known && known.status !== status) known.isChanged = true;
  }

  /** After a reorg, any transaction may be in another block. */
  noticeReorg(): void {
    this.#reorgs += 1;
  }

  /** Updates the histories of these scripts. Returns false if one of them is too long to read. */
  async follow(lookUps: readonly ScriptLookUp[], tip: BlockRef): Promise<boolean> {
    const now = this.#clock();
    const wanted = new Map(lookUps.map((lookUp) => [lookUp.script, lookUp]));
    await this.#leave(wanted, now);
    const recheckMs = Math.max(RECHECK_MS, wanted.size * RECHECK_PER_SCRIPT_MS);
    const due = [...wanted.values()].filter((one) => this.#isDue(one, tip, now, recheckMs));
    const statuses = await this.#ask.subscribe(due.map(({ script }) => script));
    const { generation } = this.#ask.client;
    const fresh = { generation, tipHash: tip.hash, reorgs: this.#reorgs, lookedUpAt: now };
    for (const [at, lookUp] of due.entries()) {
      const { script } = lookUp;
      const before = this.#followed.get(script);
      const { status, entries, isChanged } = before ?? {
        status: null,
        entries: [],
        isChanged: false,
      };
      this.#followed.set(script, {
        ...{ lookUp, status, entries, ...fresh },
        isChanged: isChanged || status !== statuses[at],
      });
      this.#scripts.set(scripthashOf(script), script);
    }
    await this.#readChanged();
    return lookUps.every(({ script }) => this.#followed.get(script)?.status !== undefined);
  }

  list(): ScriptHistory[] {
    return [...this.#followed.values()].map(({ lookUp: { script, fromHeight }, entries }) => ({
      script,
      fromHeight,
      entries,
    }));
  }

  #isDue(lookUp: ScriptLookUp, tip: BlockRef, now: Date, recheckMs: number): boolean {
    const known = this.#followed.get(lookUp.script);
    if (!known || known.generation !== this.#ask.client.generation) return true;
    if (known.reorgs !== this.#reorgs) return true;
    if (!lookUp.isActive) return false;
    // A payment can expire only if its script was looked up after the expiry.
    const { expiresAt } = lookUp;
    if (expiresAt && expiresAt <= now && known.lookedUpAt < expiresAt) return true;
    return known.tipHash !== tip.hash || ageMs(known.lookedUpAt, now) >= recheckMs;
  }

  async #readChanged(): Promise<void> {
    const changed = [...this.#followed.values()].filter(({ isChanged }) => isChanged);
    // The flags are cleared before the read, because a notification may arrive while it runs.
    for (const known of changed) known.isChanged = false;
    const reading = this.#ask.histories(changed.map(({ lookUp }) => lookUp.script));
    const histories = await reading.catch((error) => {
      for (const known of changed) known.isChanged = true;
      throw error;
    });
    for (const [at, known] of changed.entries()) {
      const entries = histories[at];
      known.entries = entries ?? [];
      known.status = entries && statusOf(entries);
    }
  }

  /**
   * Ends subscriptions that were not needed for a day, and the oldest unneeded ones above a limit.
   */
  async #leave(wanted: ReadonlyMap<string, ScriptLookUp>, now: Date): Promise<void> {
    const unwanted = [...this.#followed].filter(([script]) => !wanted.has(script));
    const isOver = ({ generation, lookedUpAt }: FollowedScript) =>
      generation !== this.#ask.client.generation || ageMs(lookedUpAt, now) >= KEPT_FOR_MS;
    const left = unwanted
      .filter(([, one], at) => unwanted.length - at > MAX_KEPT || isOver(one))
      .map(([script]) => script);
    for (const script of left) {
      this.#followed.delete(script);
      this.#scripts.delete(scripthashOf(script));
    }
    await this.#ask.unsubscribe(left);
  }
}

/** Returns the status that servers compute from a history; null for an empty history. */
function statusOf(entries: readonly HistoryEntry[]): string | null {
  if (entries.length === 0) return null;
  const text = entries.map(({ txid, height }) => `${txid}:${height}:`).join('');
  return createHash('sha256').update(text).digest('hex');
}
