const FIRST_PAUSE_MS = 20_000;
const MAX_PAUSE_MS = 3_600_000;

/** Decides when to look up a missing transaction again, at growing intervals. */
export class BackOff {
  readonly #last = new Map<string, { readonly at: number; readonly times: number }>();

  isDue(txid: string, now: Date): boolean {
    const last = this.#last.get(txid);
    if (!last) return true;
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (last.times - 1), MAX_PAUSE_MS);
    return now.getTime() - last.at >= pauseMs;
  }

  lookedUp(txid: string, now: Date): void {
    this.#last.set(txid, { at: now.getTime(), times: (this.#last.get(txid)?.times ?? 0) + 1 });
  }

  keepOnly(txids: ReadonlySet<string>): void {
    for (const txid of this.#last.keys()) if (!txids.has(txid)) this.#last.delete(txid);
  }
}
