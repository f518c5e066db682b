import type { Nudge } from './nudge';

/** The pause between looks for new work while exchanges are under way, without candidates and with. */
export const LOOK_AGAIN_MS = 250;
const REFRESH_MS = 1_000;
/** The largest part of its time that a busy sender spends on looks. */
const LOOKING = 1 / 10;

/** When a sender looks for due deliveries. */
export class LookPace {
  readonly #nudge: Nudge;
  #seenCalls: number;
  #lookedAt = 0;
  #lookMs = 0;

  constructor(nudge: Nudge) {
    this.#nudge = nudge;
    this.#seenCalls = nudge.calls;
  }

  /** Whether a delivery became due since the last look. */
  get isCalled(): boolean {
    return this.#nudge.calls > this.#seenCalls;
  }

  /**
   * Ms until the next look, even with candidates left, since others may be more urgent by then.
   *
   * @param isEmpty whether no candidate is left
   */
  untilNext(isEmpty: boolean): number {
    const least = this.#lookMs / LOOKING;
    const pause = this.isCalled ? 0 : isEmpty ? LOOK_AGAIN_MS : REFRESH_MS;
    return Math.max(0, this.#lookedAt + Math.max(pause, least) - performance.now());
  }

  async time<Found>(look: () => Promise<Found>): Promise<Found> {
    this.#seenCalls = this.#nudge.calls;
    const began = performance.now();
    const found = await look();
    this.#lookedAt = performance.now();
    this.#lookMs = this.#lookedAt - began;
    return found;
  }
}
