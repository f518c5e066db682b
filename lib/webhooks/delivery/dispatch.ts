import { Batcher } from '@/db/batcher';
import { errorChain } from '@/db/connection-lost';
import { Nudge } from '@/lib/nudge';
import { type Claim, claim, listReady, MAX_CLAIM_AGE_MS, type ReadyDelivery } from './claim';
import { complete, type Outcome } from './complete';
import { type DeliverDeps, deliver } from './deliver';
import type { CompletedAttempt } from './next-step';
import { releaseExpired } from './release';
import { Slots } from './slots';

export interface DispatchDeps extends DeliverDeps {
  /** The nudge for deliveries that become due, so that they do not wait behind slow endpoints. */
  readonly nudge?: Nudge;
  /** Concurrent exchanges of this process, not counting the reserve for other merchants. */
  readonly maxInFlight?: number;
  /**
   * Maximum number of concurrent exchanges between a merchant and one host in this process. With a
   * limit across processes, a crash would block the host until the leases of the lost attempts
   * expire.
   */
  readonly perHost?: number;
}

export const MAX_IN_FLIGHT = 128;
export const MAX_PER_HOST = 8;

const MAX_BATCH = 128;
/** Maximum number of completed but unrecorded attempts. Above it, nothing is claimed. */
const MAX_UNRECORDED = 256;
/** Pauses before listing again while attempts are in flight: after an empty list, and otherwise. */
const RELIST_MS = 250;
const REFRESH_MS = 1_000;
/** Maximum share of the time spent on listing. */
const LISTING = 1 / 10;
/** Pause after other processes have claimed or locked every listed delivery. */
const AFTER_LOST_CLAIMS_MS = 10;
const AFTER_FAULT_MS = 1_000;

/**
 * Sends deliveries that are due or become due during the run, until none is left. Any number of
 * processes may do this. After `signal` aborts, exchanges in flight finish and no new one starts.
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

/** Keeps a list of due deliveries and claims from it whenever this process has free slots. */
class Dispatcher {
  readonly #deps: DispatchDeps;
  readonly #clock: () => Date;
  readonly #nudge: Nudge;
  readonly #slots: Slots;
  readonly #completions: Batcher<CompletedAttempt, Outcome | undefined>;
  #attempts = 0;
  /** Claimed attempts that are not recorded yet. */
  #open = 0;
  /**
   * Whether an attempt was recorded since the last list, so that the payment's next event may be
   * due.
   */
  #isStale = false;
  #seenCalls = 0;
  #listedAt = 0;
  #listMs = 0;

  constructor(deps: DispatchDeps, clock: () => Date) {
    this.#deps = deps;
    this.#clock = clock;
    this.#nudge = deps.nudge ?? new Nudge();
    this.#slots = new Slots(deps.maxInFlight ?? MAX_IN_FLIGHT, deps.perHost ?? MAX_PER_HOST);
    this.#completions = new Batcher((ends, isAlone) => complete(deps.db, ends, isAlone), MAX_BATCH);
  }

  async run(signal?: AbortSignal): Promise<number> {
    for (let hasMore = true; hasMore && !signal?.aborted; ) {
      try {
        hasMore = await this.#step();
      } catch (err) {
        // Other webhooks must not wait for a slow exchange in flight.
        if (this.#open === 0) throw err;
        this.#deps.log.error({ err }, 'webhooks wait until the database responds again');
        await new Promise((resolve) => setTimeout(resolve, AFTER_FAULT_MS));
      }
    }
    while (this.#open > 0) await this.#nudge.wait(RELIST_MS);
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
      // Another process claimed an event of the same payment, so the next list omits this one.
      if (!isUniqueViolation(error)) throw error;
      return undefined;
    });
    if (!claims) return;
    // An attempt does not begin if its claim took long, because its lease could expire during the
    // exchange.
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
      // The slot of a failing host stays occupied until this attempt is recorded. By then the
      // breaker has decided, and a success has made waiting deliveries due, before the next attempt
      // can fail.
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

const isUniqueViolation = (error: unknown) =>
  errorChain(error).some(({ code }) => code === '23505');
