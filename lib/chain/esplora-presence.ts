const SOON_MS = 20_000;
const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 3_600_000;
/** As many times in a row must a transaction be missing before asking becomes rare. */
const ASK_SOON_TIMES = 4;

interface Answer {
  readonly found: boolean;
  readonly at: number;
  /** How many times in a row the answer was the same. */
  readonly times: number;
}

/** What was said about transactions that no look at an address tells of, to ask ever less often. */
export class Presence {
  readonly #answers = new Map<string, Answer>();

  isDue(txid: string, now: Date): boolean {
    const last = this.#answers.get(txid);
    return last === undefined || now.getTime() - last.at >= pauseAfter(last);
  }

  remember(txid: string, found: boolean, now: Date): void {
    const last = this.#answers.get(txid);
    const times = last?.found === found ? last.times + 1 : 1;
    this.#answers.set(txid, { found, at: now.getTime(), times });
  }

  /** Forgets transactions that nobody asks for any more. */
  keepOnly(txids: ReadonlySet<string>): void {
    for (const txid of this.#answers.keys()) if (!txids.has(txid)) this.#answers.delete(txid);
  }
}

function pauseAfter({ found, times }: Answer): number {
  if (!found && times <= ASK_SOON_TIMES) return SOON_MS;
  const doublings = found ? times - 1 : times - 1 - ASK_SOON_TIMES;
  return Math.min(FIRST_PAUSE_MS * 2 ** doublings, LONGEST_PAUSE_MS);
}
