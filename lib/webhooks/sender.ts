import type { Database, Db } from '@/db/client';
import { retryEach, type Waiting } from '@/db/together';
import type { AttemptEnd, Finish } from './attempt-end';
import { type Claim, STARTS_WITHIN_MS } from './claim';
import { restOfTurn, wholeTurn } from './event-loop';
import { findDue } from './find-due';
import type { WriteSuccess } from './finish-attempt';
import { LOOK_AGAIN_MS, LookPace } from './look-pace';
import type { Nudge } from './nudge';
import { type PickedCandidate, Shares } from './shares';
import { takeTurn } from './take-turn';
import { waitForHost } from './webhook-host';
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
}

/** The part of the senders that may be added for merchants whose first attempt would wait. */
const RESERVE = 1 / 4;
const MOST_ENDS = 128;
/** A turn without ends costs about as much as this many ends. */
const FEW_ENDS = 8;
/** How long a few ends wait for more, as a part of the duration of a turn. */
const GATHERING = 1 / 2;
const MOST_GATHERING_MS = 50;
/** Turns: while one half of what is under way is written, the other is exchanged with endpoints. */
const MOST_UNANSWERED = 2;

type WaitingEnd = Waiting<AttemptEnd, Finish | undefined>;

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
  /** The error of a turn, which ends the run. */
  #fault: { readonly error: unknown } | undefined;
  /** Something changed since the last look that may have made a delivery claimable. */
  #stale = true;
  readonly #looks: LookPace;
  #turnMs = 0;
  /** Of the last turn, other processes had all hosts. */
  #isContended = false;
  #hostWait: Promise<void> | undefined;

  constructor(deps: SenderDeps) {
    this.#deps = deps;
    this.#looks = new LookPace(deps.nudge);
  }

  /**
   * Sends until nothing is left to claim. After `signal` it finishes exchanges under way.
   *
   * @returns the number of attempts
   */
  async run(signal?: AbortSignal): Promise<number> {
    try {
      // Ends of the same turn of the event loop are written together.
      while (!signal?.aborted && !this.#fault && (await this.#step())) await restOfTurn();
    } finally {
      await this.#answered();
      while (this.#open.size > 0) {
        await this.#turn(this.#takeEnds(), []);
        if (this.#ends.length === 0 && this.#open.size > 0) await this.#wait(LOOK_AGAIN_MS);
      }
    }
    if (this.#fault) throw this.#fault.error;
    return this.#attempts;
  }

  /** @returns false when everything is done */
  async #step(): Promise<boolean> {
    if (this.#untilLook() === 0) await this.#look();
    await this.#gather();
    // Another turn would delay the look.
    if (this.#unanswered > 0 && this.#untilLook() === 0) return true;
    if (this.#isContended && this.#ends.length === 0) await this.#wait(LOOK_AGAIN_MS);
    this.#isContended = false;
    const ends = this.#takeEnds();
    const picks = this.#pick();
    if (ends.length + picks.length > 0) this.#send(ends, picks);
    else if (this.#unanswered > 0) await this.#wait(LOOK_AGAIN_MS);
    else if (this.#mayFindMore()) await this.#look();
    else if (this.#open.size > 0) await this.#wait(this.#untilLook());
    else return false;
    return true;
  }

  #mayFindMore(): boolean {
    if (this.#looks.isCalled) return this.#shares.inFlight < this.#deps.maxInFlight;
    return this.#stale && (this.#shares.isEmpty || this.#open.size === 0);
  }

  #pick(): PickedCandidate[] {
    const { maxInFlight } = this.#deps;
    const free = maxInFlight - this.#shares.inFlight;
    return this.#shares.pick(free, Math.floor(maxInFlight * RESERVE));
  }

  async #look(): Promise<void> {
    const { db, clock, perHost } = this.#deps;
    // The look would take what it claims for claims of another process.
    await this.#answered();
    this.#stale = false;
    const mine = [...this.#flying].map(({ deliveryId }) => deliveryId);
    this.#shares.fill(await this.#looks.time(() => findDue(db, clock, { perHost, mine })));
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
      await this.#wait(LOOK_AGAIN_MS);
    }
    if (this.#unanswered > 0 || this.#ends.length === 0) return;
    const until = performance.now() + Math.min(this.#turnMs * GATHERING, MOST_GATHERING_MS);
    for (;;) {
      const leftMs = until - performance.now();
      if (leftMs <= 0 || this.#ends.length >= Math.min(FEW_ENDS, half())) return;
      await this.#wait(leftMs);
    }
  }

  async #answered(): Promise<void> {
    while (this.#unanswered > 0) await this.#wait(LOOK_AGAIN_MS);
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
    // Others are left to their leases, which could end during their exchanges.
    const isFresh = clock().getTime() - turn.now.getTime() < STARTS_WITHIN_MS;
    const claims = isFresh ? result.claims : [];
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
    if (first && claims.length + ends.length === 0) this.#avoid(first.deliveryId);
  }

  /** The next turn waits until another process has released the host of a delivery. */
  #avoid(deliveryId: string): void {
    this.#isContended = true;
    // An error shows at the next look.
    this.#hostWait ??= waitForHost(this.#deps.db, deliveryId)
      .catch(() => {})
      .finally(() => {
        this.#hostWait = undefined;
        this.#isContended = false;
        this.#deps.nudge.wake();
      });
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

  async #wait(limitMs: number): Promise<void> {
    await this.#deps.nudge.wait(limitMs);
  }
}
