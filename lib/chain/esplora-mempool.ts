import type { AddressHistory, EsploraQuestions } from './esplora-answers';
import type { EsploraChain } from './esplora-chain';
import { Allowance, Presence, TroubledAddresses } from './esplora-memory';
import { type Asked, addressesToAsk, askedUpTo } from './esplora-schedule';
import { type MempoolView, type RawTransaction, SourceError, type WatchedAddress } from './source';

/** The most new transactions to fetch for one address in a look: it may get many small payments. */
const NEW_PER_ADDRESS = 10;

/** Servers cut an address's history at 10 transactions at the earliest. */
const SURELY_WHOLE = 10;

/** For each look-up of an address, a quarter of one for a transaction without an address. */
const LOOKS_PER_PRESENCE = 4;

/** The newest blocks, which a reorg may have replaced since the tip was asked for. */
const BRANCH_BLOCKS = 6;

/** How long an address stays urgent after a transaction to it vanished. */
const SUSPECT_MS = 180_000;

/** The result of one look-up of an address. */
interface AddressLook {
  readonly address: string;
  readonly listed: ReadonlySet<string>;
  /** Whether the list is complete, so that an unlisted transaction is gone. */
  readonly whole: boolean;
  readonly fresh: readonly RawTransaction[];
  /**
   * Whether all that is listed was read. Otherwise the address must be looked up again: the server
   * knows of another block, or lists a transaction that was not read.
   */
  readonly complete: boolean;
}

/**
 * The unconfirmed transactions of an Esplora server, read address by address within a budget. The
 * state kept here saves requests; without it everything is found a little later.
 */
export class EsploraMempool {
  readonly #ask: EsploraQuestions;
  readonly #chain: EsploraChain;
  readonly #clock: () => Date;
  readonly #looks: Allowance;
  readonly #checks: Allowance;
  readonly #presence = new Presence();
  readonly #troubled = new TroubledAddresses();
  readonly #askedAt = new Map<string, Date>();
  /** Addresses with a vanished transaction, and the time. */
  readonly #suspects = new Map<string, number>();
  /**
   * Transactions passed on, with the addresses that listed them: for another address, which may
   * have come later, the same transaction is passed on again.
   */
  readonly #seen = new Map<string, Set<string>>();
  /** Addresses that the server told of, to look up next. */
  readonly #told = new Set<string>();
  /** Number of look-ups so far: turns continue from one look to the next. */
  #turn = 0;

  constructor(
    ask: EsploraQuestions,
    chain: EsploraChain,
    clock: () => Date,
    pace: { readonly perMinute: number; readonly readEveryMs: number },
  ) {
    this.#ask = ask;
    this.#chain = chain;
    this.#clock = clock;
    this.#looks = new Allowance(pace.perMinute, pace.readEveryMs);
    this.#checks = new Allowance(pace.perMinute / LOOKS_PER_PRESENCE, pace.readEveryMs);
  }

  /** The server told of a transaction of this address: the next look begins with it. */
  expect(address: string): void {
    this.#told.add(address);
  }

  async look(open: readonly WatchedAddress[]): Promise<MempoolView> {
    const now = this.#clock();
    const looks = new Map<string, AddressLook>();
    const rested = open.filter(({ address }) => !this.#troubled.rests(address, now));
    const order = addressesToAsk(rested, this.#asked(now), now, this.#turn);
    const isTold = ({ address }: WatchedAddress) => this.#told.has(address);
    const others = order.filter((watched) => !isTold(watched));
    for (const { address } of inTurns(rested.filter(isTold), others)) {
      if (!this.#looks.take(now)) break;
      looks.set(address, await this.#lookAt(address, now));
      this.#told.delete(address);
    }
    this.#turn += looks.size;
    return this.#view(open, looks, now);
  }

  #asked(now: Date, looks: ReadonlyMap<string, AddressLook> = new Map()): Asked {
    return {
      at: (address) => (looks.get(address)?.complete ? now : this.#lastLook(address, now)),
      isSuspect: (address) => now.getTime() - (this.#suspects.get(address) ?? 0) < SUSPECT_MS,
    };
  }

  /** The last complete look; none in the future, by a clock that was ahead. */
  #lastLook(address: string, now: Date): Date | undefined {
    const at = this.#askedAt.get(address);
    return at && at <= now ? at : undefined;
  }

  /** Undefined for an address with too long a history, or one that only the server fails at. */
  async #history(address: string, now: Date): Promise<AddressHistory | undefined> {
    try {
      const history = await this.#ask.history(address);
      this.#troubled.worked(address, now);
      return history;
    } catch (error) {
      if (!(error instanceof SourceError) || error.retryAfterMs) throw error;
      this.#troubled.failed(address, now);
      if (this.#troubled.isHopeless(address)) return undefined;
      throw error;
    }
  }

  async #lookAt(address: string, now: Date): Promise<AddressLook> {
    const history = await this.#history(address, now);
    if (!history) return { address, listed: new Set(), whole: false, fresh: [], complete: true };
    const ahead = await this.#isAhead(history);
    if (ahead) this.#chain.forget();
    // The oldest first, so that many small payments keep none before them from being read.
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
    return { address, listed, whole: history.length < SURELY_WHOLE, fresh, complete };
  }

  /** Whether the server lists a block above the tip that it told last, or of another branch. */
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
    looks: ReadonlyMap<string, AddressLook>,
    now: Date,
  ): MempoolView {
    const wanted = new Set<string>();
    const tipAskedAt = this.#chain.tipAskedAt ?? new Date(0);
    const upTo = askedUpTo(open, this.#asked(now, looks), now) ?? tipAskedAt;
    const transactions = [...looks.values()].flatMap(({ fresh }) => fresh);
    return {
      transactions: [...new Map(transactions.map((found) => [found.txid, found])).values()],
      readUpTo: upTo < tipAskedAt ? upTo : tipAskedAt,
      has: async (txid) => {
        wanted.add(txid);
        return this.#has(txid, looks, open, now);
      },
      done: () => {
        this.#remember(looks, open, now);
        this.#presence.keepOnly(wanted);
      },
    };
  }

  async #has(
    txid: string,
    looks: ReadonlyMap<string, AddressLook>,
    open: readonly WatchedAddress[],
    now: Date,
  ): Promise<boolean | undefined> {
    for (const { listed } of looks.values()) if (listed.has(txid)) return true;
    const addresses = [...(this.#seen.get(txid) ?? [])];
    if (addresses.some((one) => looks.get(one)?.whole)) return false;
    // The look-up of its address tells more than the request below.
    const waiting = addresses.filter((one) => !looks.has(one));
    if (open.some(({ address }) => waiting.includes(address))) return undefined;
    if (!this.#presence.isDue(txid, now) || !this.#checks.take(now)) return undefined;
    // Only absence is proof: electrs still has transactions of blocks that a reorg disconnected,
    // and its /tx/:txid/status answers "unconfirmed" even for unknown ones.
    const known = (await this.#ask.transaction(txid)) !== undefined;
    this.#presence.remember(txid, known, now);
    return known ? undefined : false;
  }

  #remember(
    looks: ReadonlyMap<string, AddressLook>,
    open: readonly WatchedAddress[],
    now: Date,
  ): void {
    for (const { address, listed, fresh, whole, complete } of looks.values()) {
      if (complete) this.#askedAt.set(address, now);
      const gone =
        whole && [...this.#seen].some(([txid, at]) => at.has(address) && !listed.has(txid));
      if (!gone) this.#suspects.delete(address);
      else if (!this.#suspects.has(address)) this.#suspects.set(address, now.getTime());
      for (const { txid } of fresh) {
        this.#seen.set(txid, (this.#seen.get(txid) ?? new Set()).add(address));
      }
    }
    this.#forgetAllBut(new Set(open.map(({ address }) => address)));
  }

  #forgetAllBut(watched: ReadonlySet<string>): void {
    for (const known of [this.#askedAt, this.#suspects]) {
      for (const address of known.keys()) if (!watched.has(address)) known.delete(address);
    }
    for (const address of this.#told) if (!watched.has(address)) this.#told.delete(address);
    this.#troubled.keepOnly(watched);
    for (const [txid, addresses] of this.#seen) {
      for (const address of addresses) if (!watched.has(address)) addresses.delete(address);
      if (addresses.size === 0) this.#seen.delete(txid);
    }
  }
}

/** Every second place is for what the server tells of, so that it cannot use up all look-ups. */
function inTurns(
  told: readonly WatchedAddress[],
  others: readonly WatchedAddress[],
): readonly WatchedAddress[] {
  const places = Array.from({ length: Math.max(told.length, others.length) }, (_, place) => place);
  return places.flatMap((place) => [told[place] ?? [], others[place] ?? []].flat());
}
