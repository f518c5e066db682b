import { Batcher } from '@/db/batcher';
import { errorChain } from '@/db/connection-lost';
import { WakeSignal } from '@/lib/wake-signal';
import {
  type Claim,
  claimDeliveries,
  listReady,
  MAX_CLAIM_AGE_MS,
  type ReadyDelivery,
} from './claim-deliveries';
import { completeAttempts, type Outcome } from './complete-attempts';
import { type DeliverDeps, makeClaimedAttempt } from './make-claimed-attempt';
import type { CompletedAttempt } from './next-step';
import { releaseExpired } from './release';
import { Slots } from './slots';

export interface DispatchDeps extends DeliverDeps {
  /** Wakes the dispatcher when deliveries become due, even while it waits for slow endpoints. */
  readonly nudge?: WakeSignal;
  /** Maximum concurrent exchanges of this process, without the reserve for other merchants. */
  readonly maxInFlight?: number;
  /**
   * Maximum concurrent exchanges between a merchant and a host in this process. A limit across
   * processes would block the host after a crash, until the lost leases expire.
   */
  readonly perHost?: number;
}

export const MAX_IN_FLIGHT = 128;
export const MAX_PER_HOST = 8;

const MAX_BATCH = 128;
/** No delivery is claimed while this many attempts are not recorded yet. */
const MAX_UNRECORDED = 256;
/** Minimum time between two lists without news, if no delivery of the last list is left. */
const RELIST_MS = 250;
/** Minimum time between two lists without news, if some deliveries are left. */
const REFRESH_MS = 1_000;
/** Maximum share of the running time that listing due deliveries may take. */
const LISTING = 1 / 10;
/** Pause after other processes had claimed or locked every listed delivery. */
const AFTER_LOST_CLAIMS_MS = 10;
const AFTER_FAULT_MS = 1_000;

/**
 * Sends all deliveries that are due, or become due during the run. Any number of processes may do
 * this concurrently. After `signal` aborts, only exchanges in flight finish.
 *
 * @returns the number of attempts
 */
export function dispatchDue(
  deps: DispatchDeps,
  clock: () => Date,
  signal?: AbortSignal,
): Promise<number> {
  return new Dispatcher(deps, clock).run(signal);
}

class Dispatcher {
  readonly #deps: DispatchDeps;
  readonly #clock: () => Date;
  readonly #nudge: WakeSignal;
  readonly #slots: Slots;
  readonly #completions: Batcher<CompletedAttempt, Outcome | undefined>;
  #attempts = 0;
  #open = 0;
  /** Whether an attempt was recorded since the last list, so more events may be due. */
  #isStale = false;
  #seenCalls = 0;
  #listedAt = 0;
  #listMs = 0;

  constructor(deps: DispatchDeps, clock: () => Date) {
    this.#deps = deps;
    this.#clock = clock;
    this.#nudge = deps.nudge ?? new WakeSignal();
    this.#slots = new Slots(deps.maxInFlight ?? MAX_IN_FLIGHT, deps.perHost ?? MAX_PER_HOST);
    this.#completions = new Batcher(
      (ends, isAlone) => completeAttempts(deps.db, ends, isAlone),
      MAX_BATCH,
    );
  }

  async run(signal?: AbortSignal): Promise<number> {
    for (let hasMore = true; hasMore && !signal?.aborted; ) {
      try {
        hasMore = await this.#step();
      } catch (err) {
        // While an exchange is in flight, the run continues, because its end would wait for the slow
        // exchange and delay all other webhooks.
        if (this.#open === 0) throw err;
        this.#deps.log.error({ err }, 'webhooks wait until the database responds again');
        await new Promise((resolve) => setTimeout(resolve, AFTER_FAULT_MS));
      }
    }
    while (this.#open > 0) await this.#nudge.wait(RELIST_MS);
    return this.#attempts;
  }

  /**
   * Claims deliveries that have a free slot, or waits until there may be some.
   *
   * @returns false if nothing is left to send
   */
  async #step(): Promise<boolean> {
    const isIdle = this.#open === 0 && this.#slots.isEmpty;
    if (isIdle || this.#untilList() === 0) await this.#list();
    if (isIdle && this.#slots.isEmpty) return false;
    const picks = this.#open < MAX_UNRECORDED ? this.#slots.take() : [];
    if (picks.length > 0) await this.#claim(picks);
    else await this.#nudge.wait(this.#untilList());
    return true;
  }

  #untilList(): number {
    const isEmpty = this.#slots.isEmpty;
    const hasNews = this.#nudge.calls > this.#seenCalls || (this.#isStale && isEmpty);
    const pauseMs = hasNews ? 0 : isEmpty ? RELIST_MS : REFRESH_MS;
    const nextAt = this.#listedAt + Math.max(pauseMs, this.#listMs / LISTING);
    return Math.max(0, nextAt - performance.now());
  }

  async #list(): Promise<void> {
    const { db } = this.#deps;
    const began = performance.now();
    this.#seenCalls = this.#nudge.calls;
    this.#isStale = false;
    await releaseExpired(db, this.#clock());
    this.#slots.fill(await listReady(db, this.#clock()));
    this.#listedAt = performance.now();
    this.#listMs = this.#listedAt - began;
  }

  async #claim(picks: readonly ReadyDelivery[]): Promise<void> {
    const now = this.#clock();
    const ids = picks.map(({ id }) => id);
    const claims = await claimDeliveries(this.#deps.db, ids, now).catch((error: unknown) => {
      for (const pick of picks) this.#slots.release(pick);
      this.#slots.fill([]);
      // Another process has claimed an event of the same payment, so the next list leaves this
      // delivery out.
      if (!isUniqueViolation(error)) throw error;
      return undefined;
    });
    if (!claims) return;
    // After a slow claim, the lease could expire during the exchange.
    const mayBegin = this.#clock().getTime() - now.getTime() < MAX_CLAIM_AGE_MS;
    const claimed = new Map(claims.map((one) => [one.deliveryId, one]));
    for (const pick of picks) {
      const one = mayBegin && claimed.get(pick.id);
      if (one) this.#start(one);
      else this.#slots.release(pick);
    }
    if (claims.length === 0) await this.#nudge.wait(AFTER_LOST_CLAIMS_MS);
  }

  #start(one: Claim): void {
    this.#attempts += 1;
    this.#open += 1;
    let hasSlot = true;
    const freeSlot = () => {
      if (hasSlot) this.#slots.release(one);
      hasSlot = false;
      this.#nudge.wake();
    };
    const write = (ended: CompletedAttempt) => {
      // A failed attempt, and any attempt to a failing host, keeps its slot until it is recorded.
      // The breaker thus decides before another attempt begins.
      if (ended.result.ok && !one.hostIsFailing) freeSlot();
      return this.#completions.add(ended);
    };
    void makeClaimedAttempt(this.#deps, one, this.#clock, write).then(() => {
      this.#open -= 1;
      this.#isStale = true;
      freeSlot();
    });
  }
}

const isUniqueViolation = (error: unknown) =>
  errorChain(error).some(({ code }) => code === '23505');
