import {
  type MempoolView,
  type RawTransaction,
  SourceError,
  type WatchedAddress,
} from '../../source';
import { RequestBudget } from '../request-budget';
import { BackOff } from './back-off';
import type { EsploraChain } from './esplora-chain';
import type { AddressHistory, EsploraRequests } from './esplora-requests';
import { addressesDue, expiriesCheckedUpTo } from './esplora-schedule';
import { FailingAddresses } from './failing-addresses';

/**
 * New transactions to fetch for each address in one read. An address may receive many small
 * payments.
 */
const NEW_PER_ADDRESS = 10;

/** Every server lists at least this many transactions of an address. */
const GUARANTEED_HISTORY = 10;

/** For every four look-ups of addresses, the budget allows one look-up of a single transaction. */
const ADDRESSES_PER_TRANSACTION = 4;

/** A reorg may have replaced this many of the newest blocks since the tip was read. */
const BRANCH_BLOCKS = 6;

interface AddressLookUp {
  readonly address: string;
  readonly listed: ReadonlySet<string>;
  /** Whether the list contains the whole history, so an unlisted transaction is gone. */
  readonly whole: boolean;
  readonly fresh: readonly RawTransaction[];
  /**
   * False when the address must be looked up again: the server lists a block that is not on the
   * known chain, or a listed transaction was not read.
   */
  readonly complete: boolean;
}

/**
 * Reads the unconfirmed transactions of an Esplora server address by address, within a budget. If
 * the cached state is lost, everything is found a little later.
 */
export class EsploraMempool {
  readonly #ask: EsploraRequests;
  readonly #chain: EsploraChain;
  readonly #clock: () => Date;
  readonly #budgets: Readonly<Record<'addresses' | 'transactions', RequestBudget>>;
  readonly #pauses = new BackOff();
  readonly #failing = new FailingAddresses();
  /** When each address was last looked up completely. */
  readonly #lookedUpAt = new Map<string, Date>();
  /**
   * For each returned transaction, the addresses whose history contained it. If the history of
   * another address contains it, the transaction is returned again, because that address may be
   * newer.
   */
  readonly #seen = new Map<string, Set<string>>();
  #taken = 0;

  constructor(
    ask: EsploraRequests,
    chain: EsploraChain,
    clock: () => Date,
    pace: { readonly lookUpsPerMinute: number; readonly readEveryMs: number },
  ) {
    this.#ask = ask;
    this.#chain = chain;
    this.#clock = clock;
    const { lookUpsPerMinute: perMinute, readEveryMs } = pace;
    this.#budgets = {
      addresses: new RequestBudget(perMinute, readEveryMs),
      transactions: new RequestBudget(perMinute / ADDRESSES_PER_TRANSACTION, readEveryMs),
    };
  }

  async read(open: readonly WatchedAddress[]): Promise<MempoolView> {
    const now = this.#clock();
    const lookUps = new Map<string, AddressLookUp>();
    const ready = open.filter(({ address }) => !this.#failing.isPaused(address, now));
    for (const { address } of addressesDue(ready, this.#at(now), now, this.#taken)) {
      if (!this.#budgets.addresses.take(now)) break;
      lookUps.set(address, await this.#lookUp(address, now));
    }
    this.#taken += lookUps.size;
    return this.#view(open, lookUps, now);
  }

  /**
   * Returns a function that returns when an address was last looked up completely, in `lookUps` or
   * in an earlier read.
   */
  #at(now: Date, lookUps: ReadonlyMap<string, AddressLookUp> = new Map()) {
    return (address: string) =>
      lookUps.get(address)?.complete ? now : this.#lookedUpAt.get(address);
  }

  /** Returns undefined if the history is too long, or the server keeps failing for this address. */
  async #history(address: string, now: Date): Promise<AddressHistory | undefined> {
    try {
      const history = await this.#ask.history(address);
      this.#failing.worked(address, now);
      return history;
    } catch (error) {
      if (!(error instanceof SourceError) || error.retryAfterMs) throw error;
      this.#failing.failed(address, now);
      if (this.#failing.isGivenUp(address)) return undefined;
      throw error;
    }
  }

  async #lookUp(address: string, now: Date): Promise<AddressLookUp> {
    const history = await this.#history(address, now);
    if (!history) return { address, listed: new Set(), whole: false, fresh: [], complete: true };
    const ahead = await this.#isAhead(history);
    if (ahead) this.#chain.forget();
    // The oldest transactions are read first. Otherwise many small payments could crowd them out.
    const unread = history.toReversed().filter(({ txid, status }) => {
      return !status.confirmed && !this.#seen.get(txid)?.has(address);
    });
    const fresh: RawTransaction[] = [];
    for (const { txid } of unread.slice(0, NEW_PER_ADDRESS)) {
      const raw = await this.#ask.transaction(txid);
      if (raw) fresh.push({ txid, raw });
    }
    const listed = new Set(history.map(({ txid }) => txid));
    const complete = !ahead && fresh.length === unread.length;
    return { address, listed, whole: history.length < GUARANTEED_HISTORY, fresh, complete };
  }

  /** Whether the server lists a block that is above the tip it reported, or on another branch. */
  async #isAhead(history: AddressHistory): Promise<boolean> {
    const tip = await this.#chain.tip();
    for (const { status } of history) {
      const { block_height: height, block_hash: hash } = status;
      if (height == null || height <= tip.height - BRANCH_BLOCKS) continue;
      if (height > tip.height) return true;
      if (hash && hash !== (await this.#chain.hashAt(height))) return true;
    }
    return false;
  }

  #view(
    open: readonly WatchedAddress[],
    lookUps: ReadonlyMap<string, AddressLookUp>,
    now: Date,
  ): MempoolView {
    const wanted = new Set<string>();
    const tipAskedAt = this.#chain.tipAskedAt ?? new Date(0);
    const upTo = expiriesCheckedUpTo(open, this.#at(now, lookUps), now) ?? tipAskedAt;
    const transactions = [...lookUps.values()].flatMap(({ fresh }) => fresh);
    return {
      transactions: [...new Map(transactions.map((found) => [found.txid, found])).values()],
      readUpTo: upTo < tipAskedAt ? upTo : tipAskedAt,
      has: async (txid) => {
        wanted.add(txid);
        return this.#has(txid, lookUps, open, now);
      },
      done: () => {
        this.#remember(lookUps, open, now);
        this.#pauses.keepOnly(wanted);
      },
    };
  }

  async #has(
    txid: string,
    lookUps: ReadonlyMap<string, AddressLookUp>,
    open: readonly WatchedAddress[],
    now: Date,
  ): Promise<boolean | undefined> {
    for (const { listed } of lookUps.values()) if (listed.has(txid)) return true;
    const addresses = [...(this.#seen.get(txid) ?? [])];
    if (addresses.some((one) => lookUps.get(one)?.whole)) return false;
    // The next look-up of one of the transaction's addresses will show more than the request below.
    const waiting = addresses.filter((one) => !lookUps.has(one));
    if (open.some(({ address }) => waiting.includes(address))) return undefined;
    if (!this.#pauses.isDue(txid, now) || !this.#budgets.transactions.take(now)) return undefined;
    // Only absence proves anything. electrs keeps transactions of disconnected blocks, and its
    // /tx/:txid/status returns "unconfirmed" even for unknown transactions.
    const known = (await this.#ask.transaction(txid)) !== undefined;
    this.#pauses.lookedUp(txid, now);
    return known ? undefined : false;
  }

  #remember(
    lookUps: ReadonlyMap<string, AddressLookUp>,
    open: readonly WatchedAddress[],
    now: Date,
  ): void {
    for (const { address, fresh, complete } of lookUps.values()) {
      if (complete) this.#lookedUpAt.set(address, now);
      for (const { txid } of fresh) {
        this.#seen.set(txid, (this.#seen.get(txid) ?? new Set()).add(address));
      }
    }
    this.#forgetAllBut(new Set(open.map(({ address }) => address)));
  }

  #forgetAllBut(watched: ReadonlySet<string>): void {
    for (const address of this.#lookedUpAt.keys()) {
      if (!watched.has(address)) this.#lookedUpAt.delete(address);
    }
    this.#failing.keepOnly(watched);
    for (const [txid, addresses] of this.#seen) {
      for (const address of addresses) if (!watched.has(address)) addresses.delete(address);
      if (addresses.size === 0) this.#seen.delete(txid);
    }
  }
}
