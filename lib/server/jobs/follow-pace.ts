import type { SyncResult } from '@/lib/payments/sync-chain';
import type { Pace, Pause } from './pace';

/** The pause after a read is this many times as long as the read, within the following bounds. */
const PAUSES_PER_READ = 10;
const MIN_MS = 500;
const MAX_MS = 2_000;

/** Maximum pause while transactions are pushed. It limits the delay if a push is lost. */
const MAX_PUSHED_MS = 10_000;

/**
 * The pause while nobody waits for a payment. It is shorter than the time after which the database
 * ends an idle session, which would release the named locks.
 */
const REST_MS = 25_000;

/**
 * After the last open payment, the chain is read quickly for this time, because late outputs may
 * arrive.
 */
const STAY_QUICK_MS = 600_000;

/** How often a long pause is interrupted, to look for payments that other processes created. */
const CHECK_EVERY_MS = 10_000;

/**
 * Pushes do not shorten the pause below this, so reads take at most half of the time even during a
 * flood of pushes.
 */
const MIN_PAUSE_MS = 50;

/** Pause while another process reads the chain, because its read may have begun before the push. */
const AFTER_BUSY_MS = 500;
const MAX_WAIT_MS = 60_000;

/**
 * Decides when a network's chain is read next: while someone waits for a payment, as often as the
 * cost of a read allows, otherwise rarely. A pushed transaction restarts the pause, so reads do not
 * compete with pushes. The pause still ends after 10 seconds. A pushed block ends any pause.
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

  /** @param isAwaited whether a payment on the network is open, or an output is unconfirmed */
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
   * Called when this process has created a payment.
   *
   * @returns whether to read the chain now
   */
  newPayment(): boolean {
    const wasResting = this.#isResting;
    this.#isResting = false;
    // The time is set even during a check, because that check may have missed the payment.
    this.#awaitedAt = this.#clock().getTime();
    return wasResting;
  }

  pushed(): void {
    this.#pushedAt = this.#clock().getTime();
  }

  /** Called after a read that {@link isDue} allowed. */
  ended(result: SyncResult): void {
    const now = this.#clock().getTime();
    this.#endedAt = now;
    this.#dueAt = dueAfter(result, now, Math.max(0, now - this.#startedAt), this.#woken);
  }

  async pause(): Promise<Pause> {
    const isAwaited = await this.#isAwaited();
    const now = this.#clock().getTime();
    if (isAwaited) this.#awaitedAt = now;
    this.#isResting = this.#awaitedAt === undefined || now - this.#awaitedAt >= STAY_QUICK_MS;
    const ms = Math.min(Math.max(this.#next() - now, 0), CHECK_EVERY_MS);
    if (!this.#hasRun) return { ms };
    const tookMs = this.#endedAt - this.#startedAt;
    return { ms, minMs: Math.min(Math.max(tookMs, MIN_PAUSE_MS), MAX_MS) };
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
