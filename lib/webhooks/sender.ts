import { type QueuedItem, retryEach } from '@/db/batcher';
import type { Database, Db } from '@/db/client';
import { Outages } from '@/lib/changes/outages';
import type { AttemptEnd, Finish } from './attempt-end';
import { type Claim, mayBegin } from './claim';
import { restOfTurn, wholeTurn } from './event-loop';
import { findDue } from './find-due';
import type { WriteSuccess } from './finish-attempt';
import { HostWait } from './host-wait';
import { LOOK_AGAIN_MS, LookPace } from './look-pace';
import type { Nudge } from './nudge';
import { type PickedCandidate, Shares } from './shares';
import { takeTurn } from './take-turn';
import { writeEnds } from './write-again';

export interface SenderDeps {
  readonly db: Db;
  /** For turns: {@link Database.pipeline}. */
  readonly pipeline: Db;
  readonly clock: () => Date;
  /** Called when a delivery becomes due. */
  readonly nudge: Nudge;
  /** Concurrent exchanges, without the reserve. */
  readonly maxInFlight: number;
  readonly perHost: number;
  /** Makes a claimed attempt and records its result. Never rejects. */
  readonly attempt: (claim: Claim, writeSuccess: WriteSuccess) => Promise<void>;
  /** Called with the first of errors in a row after which the run goes on. */
  readonly onFault: (error: unknown) => void;
}

/** The part of the senders that may be added for merchants whose first attempt would wait. */
const RESERVE = 1 / 4;
const MOST_ENDS = 128;
/** A turn without ends costs about as much as this many ends. */
const FEW_ENDS = 8;
/** How long a few ends wait for more, as a part of the duration of a turn. */
const GATHERING = 1 / 2;
const MOST_GATHERING_MS = 50;
/** The pause after an error, with exchanges under way. */
const AFTER_FAULT_MS = 1_000;
/** Turns: while one half of what is under way is written, the other is exchanged with endpoints. */
const MOST_UNANSWERED = 2;

type WaitingEnd = QueuedItem<AttemptEnd, Finish | undefined>;

/**
 * Sends due deliveries of all merchants. A look finds more candidates than there are free senders;
 * each turn then ends attempts and claims the next ones in one commit.
 */
export class Sender {
  readonly #deps: SenderDeps;
  readonly #shares = new Shares();
  /** Attempts in flight: two of a delivery when the lease of the first ran out. */
  readonly #flying = new Set<Claim>();
  readonly #open = new Set<Promise<void>>();
  #ends: WaitingEnd[] = [];
  #attempts = 0;
  #unanswered = 0;
  /** The error of a look or a turn. */
  #fault: { readonly error: unknown } | undefined;
  /** Something changed since the last look that may have made a delivery claimable. */
  #stale = true;
  readonly #looks: LookPace;
  #turnMs = 0;
  readonly #hostWait: HostWait;
  readonly #outages: Outages;

  constructor(deps: SenderDeps) {
    this.#deps = deps;
    this.#looks = new LookPace(deps.nudge);
    this.#hostWait = new HostWait(deps.db, deps.nudge);
    this.#outages = new Outages(deps.onFault);
  }

  /**
   * Sends until nothing is left to claim. After `signal` it finishes exchanges under way.
   *
   * @returns the number of attempts
   */
  async run(signal?: AbortSignal): Promise<number> {
    // Ends of the same turn of the event loop are written together.
    while (!signal?.aborted && (await this.#goOn())) await restOfTurn();
    while (this.#unanswered > 0) await this.#deps.nudge.wait(LOOK_AGAIN_MS);
    while (this.#open.size > 0) {
      await this.#turn(this.#takeEnds(), []);
      if (this.#ends.length === 0 && this.#open.size > 0)
        await this.#deps.nudge.wait(LOOK_AGAIN_MS);
    }
    if (this.#fault) throw this.#fault.error;
    return this.#attempts;
  }

  /**
   * A step; false when the run is over. A fault ends it only when no exchange is under way: the webhooks
   * of others must not wait for the end of a slow one.
   */
  async #goOn(): Promise<boolean> {
    let hasMore = false;
    try {
      hasMore = await this.#step();
    } catch (error) {
      this.#fault = { error };
    }
    if (!this.#fault) return hasMore;
    if (this.#open.size === 0) return false;
    this.#outages.failed(this.#fault.error);
    this.#fault = undefined;
    await this.#turn(this.#takeEnds(), []);
    await new Promise((resolve) => setTimeout(resolve, AFTER_FAULT_MS));
    this.#stale = true;
    return true;
  }

  /** @returns false when everything is done */
  async #step(): Promise<boolean> {
    if (this.#untilLook() === 0) await this.#look();
    await this.#gather();
    // Another turn would delay the look.
    if (this.#unanswered > 0 && this.#untilLook() === 0) return true;
    if (this.#hostWait.isOn && this.#ends.length === 0) await this.#deps.nudge.wait(LOOK_AGAIN_MS);
    this.#hostWait.isOn = false;
    const ends = this.#takeEnds();
    const { maxInFlight } = this.#deps;
    const reserve = Math.floor(maxInFlight * RESERVE);
    const picks = this.#shares.pick(maxInFlight - this.#shares.inFlight, reserve);
    if (ends.length + picks.length > 0) this.#send(ends, picks);
    else if (this.#unanswered > 0) await this.#deps.nudge.wait(LOOK_AGAIN_MS);
    else if (this.#mayFindMore()) await this.#look();
    else if (this.#open.size > 0) await this.#deps.nudge.wait(this.#untilLook());
    else return false;
    return true;
  }

  #mayFindMore(): boolean {
    if (this.#looks.isCalled) return this.#shares.inFlight < this.#deps.maxInFlight;
    return this.#stale && (this.#shares.isEmpty || this.#open.size === 0);
  }

  async #look(): Promise<void> {
    const { db, clock, perHost } = this.#deps;
    // The look would take what it claims for claims of another process.
    while (this.#unanswered > 0) await this.#deps.nudge.wait(LOOK_AGAIN_MS);
    this.#stale = false;
    const mine = [...this.#flying].map(({ deliveryId }) => deliveryId);
    this.#shares.fill(await this.#looks.time(() => findDue(db, clock, { perHost, mine })));
    this.#outages.worked();
  }

  #untilLook(): number {
    return this.#looks.untilNext(this.#shares.isEmpty);
  }

  /** Waits until it is time for the next turn: ends share one, as far as that delays none for long. */
  async #gather(): Promise<void> {
    const half = () => Math.ceil(this.#open.size / 2);
    while (
      this.#unanswered === MOST_UNANSWERED ||
      (this.#unanswered > 0 && this.#ends.length < half())
    ) {
      await this.#deps.nudge.wait(LOOK_AGAIN_MS);
    }
    if (this.#unanswered > 0 || this.#ends.length === 0) return;
    const until = performance.now() + Math.min(this.#turnMs * GATHERING, MOST_GATHERING_MS);
    for (;;) {
      const leftMs = until - performance.now();
      if (leftMs <= 0 || this.#ends.length >= Math.min(FEW_ENDS, half())) return;
      await this.#deps.nudge.wait(leftMs);
    }
  }

  #takeEnds(): WaitingEnd[] {
    const ends = this.#ends.splice(0, MOST_ENDS);
    for (const { item } of ends) this.#release(item.claim);
    return ends;
  }

  #send(ends: readonly WaitingEnd[], picks: readonly PickedCandidate[]): void {
    this.#unanswered += 1;
    void this.#turn(ends, picks)
      .catch((error: unknown) => {
        this.#fault ??= { error };
      })
      .finally(() => {
        this.#unanswered -= 1;
        this.#deps.nudge.wake();
      });
  }

  async #turn(ends: readonly WaitingEnd[], picks: readonly PickedCandidate[]): Promise<void> {
    const { db, pipeline, clock, perHost } = this.#deps;
    if (ends.length + picks.length === 0) return;
    const turn = { ends: ends.map(({ item }) => item), picks, now: clock(), perHost };
    const began = performance.now();
    const result = await takeTurn(pipeline, turn).catch((error: unknown) => ({ error }));
    this.#turnMs = performance.now() - began;
    if ('error' in result) {
      for (const pick of picks) this.#shares.release(pick);
      this.#stale = true;
      if (ends.length === 0) throw result.error;
      return retryEach(ends, (end) => writeEnds(db, [end]));
    }
    for (const [n, { resolve }] of ends.entries()) resolve(result.finishes[n]);
    const { contended } = result;
    const claims = mayBegin(turn.now, clock()) ? result.claims : [];
    if (ends.length > 0 || claims.length < picks.length) this.#stale = true;
    for (const pick of picks) this.#shares.release(pick);
    const seen = new Map(contended.map((one) => [one.deliveryId, one]));
    // In reverse order, since each is put in front of the others of its host.
    for (const pick of picks.toReversed()) {
      const inFlight = seen.get(pick.id);
      if (inFlight) this.#shares.putBack(pick, inFlight);
    }
    // Attempts begin once the next turn has been sent, so that the database works meanwhile.
    const begun = wholeTurn();
    for (const claim of claims) this.#start(claim, begun);
    const [first] = contended;
    if (first && claims.length + ends.length === 0) this.#hostWait.begin(first.deliveryId);
  }

  /** @param begun resolves when the attempt may begin */
  #start(claim: Claim, begun: Promise<void>): void {
    this.#attempts += 1;
    this.#flying.add(claim);
    this.#shares.add(claim);
    let isWritten = false;
    const writeSuccess: WriteSuccess = async (end) => {
      const finish = await new Promise<Finish | undefined>((resolve, reject) => {
        this.#ends.push({ item: end, resolve, reject });
        this.#deps.nudge.wake();
      });
      isWritten = finish !== undefined;
      return finish;
    };
    const attempt = begun.then(() => this.#deps.attempt(claim, writeSuccess));
    const run: Promise<void> = attempt.finally(() => {
      if (!isWritten) this.#stale = true;
      this.#release(claim);
      this.#open.delete(run);
      this.#deps.nudge.wake();
    });
    this.#open.add(run);
  }

  #release(claim: Claim): void {
    if (this.#flying.delete(claim)) this.#shares.release(claim);
  }
}
