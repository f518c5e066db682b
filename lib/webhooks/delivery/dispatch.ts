import { Batcher } from '@/db/batcher';
import { causesOf } from '@/db/connection-lost';
import { Nudge } from '@/lib/nudge';
import { type Claim, claim, listReady, type ReadyDelivery, STARTS_WITHIN_MS } from './claim';
import { complete, type Outcome } from './complete';
import { type DeliverDeps, deliver } from './deliver';
import type { Ended } from './next-step';
import { releaseExpired } from './release';
import { Slots } from './slots';

export interface DispatchDeps extends DeliverDeps {
  /** Called when a delivery becomes due, so that it does not wait for slow endpoints. */
  readonly nudge?: Nudge;
  /** Concurrent exchanges of this process, without the reserve for other merchants. */
  readonly maxInFlight?: number;
  /**
   * Concurrent exchanges of a merchant with one host, in this process. With a limit over all processes, a
   * crash would block a host until the leases of the lost attempts end.
   */
  readonly perHost?: number;
}

export const MAX_IN_FLIGHT = 128;
export const PER_HOST = 8;

const MAX_BATCH = 128;
/** Attempts that have ended and are not recorded yet: beyond, nothing is claimed. */
const MAX_UNRECORDED = 256;
/** The pauses between lists of due deliveries while attempts are in flight: with nothing listed, and else. */
const LIST_AGAIN_MS = 250;
const REFRESH_MS = 1_000;
/** The largest part of the time that listing may take. */
const LISTING = 1 / 10;
/** Others had just claimed or locked everything that was listed. */
const AFTER_LOST_CLAIMS_MS = 10;
const AFTER_FAULT_MS = 1_000;

/**
 * Sends due deliveries, and what becomes due until the end, until none is left. Any number of
 * processes may run it. After `signal` it finishes exchanges in flight and starts none.
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

/** Keeps a list of what is due, and claims from it whenever this process has free slots. */
class Dispatcher {
  readonly #deps: DispatchDeps;
  readonly #clock: () => Date;
  readonly #nudge: Nudge;
  readonly #slots: Slots;
  readonly #completions: Batcher<Ended, Outcome | undefined>;
  #attempts = 0;
  /** Claimed attempts that are not recorded yet. */
  #open = 0;
  /** An attempt was recorded since the last list, so the next event of its payment may be due. */
  #isStale = false;
  #seenCalls = 0;
  #listedAt = 0;
  #listMs = 0;

  constructor(deps: DispatchDeps, clock: () => Date) {
    this.#deps = deps;
    this.#clock = clock;
    this.#nudge = deps.nudge ?? new Nudge();
    this.#slots = new Slots(deps.maxInFlight ?? MAX_IN_FLIGHT, deps.perHost ?? PER_HOST);
    this.#completions = new Batcher((ends, isAlone) => complete(deps.db, ends, isAlone), MAX_BATCH);
  }

  async run(signal?: AbortSignal): Promise<number> {
    for (let hasMore = true; hasMore && !signal?.aborted; ) {
      try {
        hasMore = await this.#step();
      } catch (err) {
        // The webhooks of others must not wait for a slow exchange that is in flight.
        if (this.#open === 0) throw err;
        this.#deps.log.error({ err }, 'webhooks wait until the database answers again');
        await new Promise((resolve) => setTimeout(resolve, AFTER_FAULT_MS));
      }
    }
    while (this.#open > 0) await this.#nudge.wait(LIST_AGAIN_MS);
    return this.#attempts;
  }

  /** @returns false when nothing is left to send */
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
    const pauseMs = hasNews ? 0 : isEmpty ? LIST_AGAIN_MS : REFRESH_MS;
    const nextAt = this.#listedAt + Math.max(pauseMs, this.#listMs / LISTING);
    return Math.max(0, nextAt - performance.now());
  }

  async #list(): Promise<void> {
    const { db } = this.#deps;
    const began = performance.now();
    this.#seenCalls = this.#nudge.calls;
    this.#isStale = false;
    await releaseExpired(db, this.#clock());
    this.#slots.fill(await listReady(db, this.#clock(), this.#slots.byMerchant));
    this.#listedAt = performance.now();
    this.#listMs = this.#listedAt - began;
  }

  async #claim(picks: readonly ReadyDelivery[]): Promise<void> {
    const now = this.#clock();
    const ids = picks.map(({ id }) => id);
    const claims = await claim(this.#deps.db, ids, now).catch((error: unknown) => {
      for (const pick of picks) this.#slots.release(pick);
      this.#slots.fill([]);
      // Another process has claimed an event of the same payment: the next list leaves it out.
      if (!isUniqueViolation(error)) throw error;
      return undefined;
    });
    if (!claims) return;
    // One whose claim took long is left to its lease, which could end during its exchange.
    const mayBegin = this.#clock().getTime() - now.getTime() < STARTS_WITHIN_MS;
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
    const write = (ended: Ended) => {
      // A failing host gets its next attempt once this one is recorded: by then the breaker has decided, and a
      // success has made due what waited before the next attempt can fail.
      if (ended.result.ok && !one.hostIsFailing) freeSlot();
      return this.#completions.add(ended);
    };
    void deliver(this.#deps, one, this.#clock, write).then(() => {
      this.#open -= 1;
      this.#isStale = true;
      freeSlot();
    });
  }
}

const isUniqueViolation = (error: unknown) => causesOf(error).some(({ code }) => code === '23505');
