import { MAX_REORG_DEPTH } from '@/lib/domain/reorg-depth';
import type { BlockRef, MempoolView, WatchedScriptReader } from '../../source';
import { RequestBudget } from '../request-budget';
import type { ElectrumChain } from './electrum-chain';
import type { HistoryEntry } from './requests';
import type { ScriptHistory } from './script-histories';

/** Blocks of a year. The first look-up of a script ignores older transactions. */
const MAX_AGE_BLOCKS = 52_560;
const MAX_SETTLED = 100_000;
/** Look-ups of scripts without a subscription, which may receive late money. */
const LOOK_UPS_PER_MINUTE = 120;
/** The longest pause between two reads. Unused look-ups are saved up for this long. */
const SLOWEST_READ_MS = 30_000;
const MAX_PER_READ = 100;

interface ListedEntry extends HistoryEntry {
  readonly isNew: boolean;
}

/**
 * Finds unconfirmed transactions of the watched scripts, and mined transactions that were not read
 * with their block. Without the cached state, the next read sends more requests and finds the same.
 */
export class ElectrumMempool {
  readonly #chain: ElectrumChain;
  readonly #clock: () => Date;
  readonly #budget = new RequestBudget(LOOK_UPS_PER_MINUTE, SLOWEST_READ_MS);
  #returned = new Set<string>();
  /**
   * `txid:height` of transactions that need no proof: they are recorded, or do not pay our scripts.
   */
  readonly #settled = new Set<string>();
  /** Where the look-up of all scripts continues at the next read. */
  #after: string | undefined;

  constructor(chain: ElectrumChain, clock: () => Date) {
    this.#chain = chain;
    this.#clock = clock;
  }

  /** Clears the state that a reorg may have made wrong. */
  forget(): void {
    this.#settled.clear();
  }

  async read(newScripts: readonly string[], watched: WatchedScriptReader): Promise<MempoolView> {
    const tip = this.#chain.lastTip ?? (await this.#chain.tip());
    const areComplete = await this.#chain.follow(await watched.current(), tip);
    const followed = this.#chain.histories.list();
    const part = await this.#someOf(watched, new Set(followed.map(({ script }) => script)));
    const histories = [...followed, ...part.histories];
    const entries = listed(histories, newScripts, tip);
    const txids = new Set(entries.map(({ txid }) => txid));
    const unconfirmed = entries.filter(({ height }) => height <= 0);
    const fresh = unconfirmed.filter(({ txid, isNew }) => isNew || !this.#returned.has(txid));
    const found = await this.#chain.proofs.transactions(fresh.map(({ txid }) => txid));
    const confirmed = entries.filter(({ height }) => height > 0 && height <= tip.height);
    const scripts = new Set(histories.map(({ script }) => script));
    const { mined, settled } = await this.#mined(confirmed, scripts, watched);
    return {
      transactions: [...found.values()],
      mined,
      has: async (txid) => txids.has(txid) || (areComplete ? false : this.#isKnown(txid)),
      done: () => {
        this.#after = part.end;
        const isReturned = (txid: string) => found.has(txid) || this.#returned.has(txid);
        this.#returned = new Set(unconfirmed.map(({ txid }) => txid).filter(isReturned));
        if (this.#settled.size > MAX_SETTLED) this.#settled.clear();
        for (const key of settled) this.#settled.add(key);
      },
    };
  }

  /**
   * Returns false if the server does not have the transaction, otherwise undefined: its presence
   * proves nothing, because a server may keep a replaced transaction.
   */
  async #isKnown(txid: string): Promise<false | undefined> {
    const found = await this.#chain.ask.transactions([txid]);
    return found.length === 0 ? false : undefined;
  }

  async #someOf(watched: WatchedScriptReader, followed: ReadonlySet<string>) {
    let count = 0;
    while (count < MAX_PER_READ && this.#budget.take(this.#clock())) count += 1;
    if (count === 0) return { histories: [], end: this.#after };
    const { scripts, end } = await watched.all(this.#after, count);
    const others = scripts.filter(({ script }) => !followed.has(script));
    const found = await this.#chain.ask.histories(others.map(({ script }) => script));
    const histories = others.map((one, at) => ({ ...one, entries: found[at] ?? [] }));
    return { histories, end };
  }

  /**
   * Proves the mined transactions that pay one of these scripts, unless they are already recorded
   * in their block.
   */
  async #mined(
    entries: readonly ListedEntry[],
    scripts: ReadonlySet<string>,
    watched: WatchedScriptReader,
  ): Promise<Required<Pick<MempoolView, 'mined'>> & { readonly settled: readonly string[] }> {
    const open = entries.filter((one) => one.isNew || !this.#settled.has(keyOf(one)));
    const heights = await watched.heights(open.map(({ txid }) => txid));
    const unread = open.filter(({ txid, height, isNew }) => isNew || heights.get(txid) !== height);
    const proven = await this.#chain.prove(unread, scripts);
    const postponed = new Set(proven.postponed.map(keyOf));
    return {
      mined: proven.transactions,
      settled: open.map(keyOf).filter((key) => !postponed.has(key)),
    };
  }
}

/** Leaves out confirmed entries that are too old to count. */
function listed(
  histories: readonly ScriptHistory[],
  newScripts: readonly string[],
  tip: BlockRef,
): ListedEntry[] {
  const added = new Set(newScripts);
  return histories.flatMap(({ script, fromHeight, entries }) => {
    const first = Math.max(fromHeight - MAX_REORG_DEPTH, tip.height - MAX_AGE_BLOCKS);
    return entries
      .filter(({ height }) => height <= 0 || height >= first)
      .map((entry) => ({ ...entry, isNew: added.has(script) }));
  });
}

const keyOf = ({ txid, height }: HistoryEntry) => `${txid}:${height}`;
