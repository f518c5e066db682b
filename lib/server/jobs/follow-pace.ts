import type { SyncResult } from '@/lib/payments/sync-chain';
import type { Pace, Pause } from './pace';

/** The share of the time that reads may take: a tenth, between these bounds. */
const PAUSES_PER_READ = 10;
const MIN_MS = 500;
const MAX_MS = 2_000;

/** The longest pause while transactions are pushed: it bounds the delay of one whose push is lost. */
const MAX_PUSHED_MS = 10_000;

/** With nobody waiting. Shorter than the database keeps the idle session of the named locks. */
const REST_MS = 25_000;

/** After the last open payment ended, its late money is as urgent as before. */
const RESTLESS_MS = 600_000;

/** How soon a payment that another process has created ends the rest. */
const ASK_EVERY_MS = 10_000;

/** News does not end this pause, so that a flood of it takes half of the time at most. */
const MIN_PAUSE_MS = 50;

/** Another process is reading, perhaps from before the news. */
const AFTER_BUSY_MS = 500;
const MAX_WAIT_MS = 60_000;

/**
 * When a network's chain is read next: quickly while someone waits for it, as far as the cost of a
 * read allows, else rarely. A pushed transaction starts the pause again, so that reads do not compete
 * with pushes, and a silent stream delays nothing. News ends any pause.
 */
export class FollowPace implements Pace {
  readonly #clock: () => Date;
  readonly #isAwaited: () => Promise<boolean>;
  #startedAt = 0;
  #endedAt = 0;
  #woken = false;
  #pushedAt = 0;
  #dueAt = { awaited: 0, pushed: 0, resting: 0 };
  #isResting = false;
  #awaitedAt: number | undefined;
  #hasRun = false;

  /** @param isAwaited whether payments on the network are open, or money is unconfirmed */
  constructor(clock: () => Date, isAwaited: () => Promise<boolean>) {
    this.#clock = clock;
    this.#isAwaited = isAwaited;
  }

  isDue(woken: boolean): boolean {
    const now = this.#clock().getTime();
    this.#hasRun = woken || now >= this.#next() || now < this.#endedAt;
    this.#startedAt = now;
    this.#woken = woken;
    return this.#hasRun;
  }

  /**
   * Notes a payment that this process has created.
   *
   * @returns whether it ends a rest, so that the chain is to be read now
   */
  opened(): boolean {
    const wasResting = this.#isResting;
    this.#isResting = false;
    // Also for a question under way, whose answer may be from before the payment.
    this.#awaitedAt = this.#clock().getTime();
    return wasResting;
  }

  /** Notes that a pushed transaction was read from the source. */
  pushed(): void {
    this.#pushedAt = this.#clock().getTime();
  }

  /** Notes the end of a read that {@link isDue} allowed. */
  ended(result: SyncResult): void {
    const now = this.#clock().getTime();
    this.#endedAt = now;
    this.#dueAt = dueAfter(result, now, Math.max(0, now - this.#startedAt), this.#woken);
  }

  async pause(): Promise<Pause> {
    const isAwaited = await this.#isAwaited();
    const now = this.#clock().getTime();
    if (isAwaited) this.#awaitedAt = now;
    this.#isResting = this.#awaitedAt === undefined || now - this.#awaitedAt >= RESTLESS_MS;
    const ms = Math.min(Math.max(this.#next() - now, 0), ASK_EVERY_MS);
    if (!this.#hasRun) return { ms };
    const tookMs = this.#endedAt - this.#startedAt;
    return { ms, leastMs: Math.min(Math.max(tookMs, MIN_PAUSE_MS), MAX_MS) };
  }

  #next(): number {
    const { awaited, pushed, resting } = this.#dueAt;
    if (this.#isResting) return resting;
    const pauseMs = awaited - this.#endedAt;
    return Math.max(awaited, Math.min(this.#pushedAt + pauseMs, pushed));
  }
}

function dueAfter(result: SyncResult, now: number, tookMs: number, woken: boolean) {
  const always = (at: number) => ({ awaited: at, pushed: at, resting: at });
  if (result.kind === 'backing_off') {
    return always(Math.min(result.until.getTime(), now + MAX_WAIT_MS));
  }
  if (result.kind === 'busy' && woken) return always(now + AFTER_BUSY_MS);
  if (result.kind === 'failed' || (result.kind === 'read' && !result.complete)) {
    return always(now + MAX_MS);
  }
  const pauseMs = Math.min(Math.max(tookMs * PAUSES_PER_READ, MIN_MS), MAX_MS);
  const awaited = result.kind === 'busy' ? MAX_MS : pauseMs;
  return { awaited: now + awaited, pushed: now + MAX_PUSHED_MS, resting: now + REST_MS };
}
