import { ageMs } from '@/lib/domain/clock-put-right';

/** A budget of requests per minute, saved up for at most one pause between reads. */
export class Allowance {
  readonly #costMs: number;
  readonly #mostMs: number;
  #savedMs: number;
  #at: number | undefined;

  /** @param readEveryMs the interval between reads; at least one request can always be saved up */
  constructor(perMinute: number, readEveryMs: number) {
    this.#costMs = 60_000 / perMinute;
    this.#mostMs = this.#costMs * Math.max(1, Math.ceil(readEveryMs / this.#costMs));
    this.#savedMs = this.#mostMs;
  }

  /** Takes a request from the budget; false when it is used up. */
  take(now: Date): boolean {
    const passed = Math.max(0, now.getTime() - (this.#at ?? now.getTime()));
    this.#at = now.getTime();
    this.#savedMs = Math.min(this.#mostMs, this.#savedMs + passed);
    if (this.#savedMs < this.#costMs) return false;
    this.#savedMs -= this.#costMs;
    return true;
  }
}

const SOON_MS = 20_000;
const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 3_600_000;
/** Times in a row that a transaction must be missing before look-ups become rare. */
const ASK_SOON_TIMES = 4;

interface Answer {
  readonly found: boolean;
  readonly at: number;
  /** Number of equal answers in a row. */
  readonly times: number;
}

/** Answers about transactions that no address lists, which are looked up at growing intervals. */
export class Presence {
  readonly #answers = new Map<string, Answer>();

  isDue(txid: string, now: Date): boolean {
    const last = this.#answers.get(txid);
    return last === undefined || ageMs(last.at, now) >= pauseAfter(last);
  }

  remember(txid: string, found: boolean, now: Date): void {
    const last = this.#answers.get(txid);
    const times = last?.found === found ? last.times + 1 : 1;
    this.#answers.set(txid, { found, at: now.getTime(), times });
  }

  /** Drops transactions that are no longer looked up. */
  keepOnly(txids: ReadonlySet<string>): void {
    for (const txid of this.#answers.keys()) if (!txids.has(txid)) this.#answers.delete(txid);
  }
}

function pauseAfter({ found, times }: Answer): number {
  if (!found && times <= ASK_SOON_TIMES) return SOON_MS;
  const doublings = found ? times - 1 : times - 1 - ASK_SOON_TIMES;
  return Math.min(FIRST_PAUSE_MS * 2 ** doublings, LONGEST_PAUSE_MS);
}

const REST_MS = 60_000;
const LONGEST_REST_MS = 600_000;
const HOPELESS_AFTER = 3;

interface Failing {
  readonly since: number;
  readonly at: number;
  readonly times: number;
}

/**
 * Addresses with failing look-ups. They are postponed, and given up while others succeed: one
 * address with too much history for a server must not stop a network.
 */
export class TroubledAddresses {
  readonly #failing = new Map<string, Failing>();
  #workedAt = 0;

  worked(address: string, now: Date): void {
    this.#failing.delete(address);
    this.#workedAt = now.getTime();
  }

  failed(address: string, now: Date): void {
    const before = this.#failing.get(address);
    const at = now.getTime();
    this.#failing.set(address, {
      since: before?.since ?? at,
      at,
      times: (before?.times ?? 0) + 1,
    });
  }

  /** Whether it failed recently and should wait. */
  rests(address: string, now: Date): boolean {
    const failing = this.#failing.get(address);
    if (!failing) return false;
    const restMs = Math.min(REST_MS * failing.times, LONGEST_REST_MS);
    return ageMs(failing.at, now) < restMs;
  }

  /** Whether the address is at fault, not the server. */
  isHopeless(address: string): boolean {
    const failing = this.#failing.get(address);
    if (!failing) return false;
    return failing.times >= HOPELESS_AFTER && this.#workedAt > failing.since;
  }

  keepOnly(addresses: ReadonlySet<string>): void {
    for (const address of this.#failing.keys()) {
      if (!addresses.has(address)) this.#failing.delete(address);
    }
  }
}
