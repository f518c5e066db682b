import { type ScannedHeader, scanTransaction } from '@/lib/bitcoin/scan';
import { ageMs } from '@/lib/domain/clock-skew';
import type { Network } from '@/lib/domain/network';
import {
  type Block,
  type BlockRef,
  type BlockRequest,
  type RawTransaction,
  type ScriptLookUp,
  SourceError,
} from '../../source';
import { HeaderChain } from './headers';
import { type ProvenTransaction, ProvenTransactionReader } from './proven-transaction-reader';
import type { ElectrumRequests, HistoryEntry } from './requests';
import { ScriptHistories } from './script-histories';

const REMEMBERED_DEPOSITS = 10_000;

export interface ProvenTransactions {
  readonly transactions: readonly ProvenTransaction[];
  /**
   * Entries that were not proven, because the chain changed during the read. The next read tries
   * again.
   */
  readonly postponed: readonly HistoryEntry[];
}

/** The verified headers of an Electrum server, and proven transactions that pay watched scripts. */
export class ElectrumChain {
  readonly ask: ElectrumRequests;
  readonly histories: ScriptHistories;
  readonly proofs: ProvenTransactionReader;
  readonly #headers: HeaderChain;
  readonly #clock: () => Date;
  onReorg: () => void = () => {};
  /** A script's transactions up to a block, by block and script. */
  readonly #deposits = new Map<string, ReadonlySet<string>>();
  #askedAt: Date | undefined;
  #asking: Promise<BlockRef> | undefined;
  /** Hash of the tip at which the histories were last updated. */
  #followedAt: string | undefined;

  constructor(network: Network, ask: ElectrumRequests, clock: () => Date) {
    this.ask = ask;
    this.histories = new ScriptHistories(ask, clock);
    this.proofs = new ProvenTransactionReader(ask);
    this.#headers = new HeaderChain(network, ask);
    this.#clock = clock;
  }

  get lastTip(): BlockRef | undefined {
    return this.#headers.tip;
  }

  /** The server has announced a block, so the cached tip is outdated. */
  noticeBlock(): void {
    this.#askedAt = undefined;
  }

  async tip(maxAgeMs = 0): Promise<BlockRef> {
    const held = this.#headers.tip;
    const isFresh = this.#askedAt && ageMs(this.#askedAt, this.#clock()) < maxAgeMs;
    if (held && isFresh) return held;
    this.#asking ??= this.#askTip().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async hashAt(height: number): Promise<string | undefined> {
    return (await this.#headers.at(height))?.hash;
  }

  async block(hash: string, { txids = [], scripts }: BlockRequest): Promise<Block> {
    const header = await this.#headerOf(hash);
    const height = this.#headers.heightOf(hash) ?? 0;
    const found = await this.prove(txids.map((txid) => ({ txid, height })));
    const paid = new Map(found.transactions.map((one) => [one.txid, one]));
    if (scripts) {
      const tip = this.lastTip ?? (await this.tip());
      if (this.#followedAt !== tip.hash) await this.follow(await scripts.current(), tip);
      const histories = this.histories.list();
      const entries = histories.flatMap((one) => one.entries.filter((e) => e.height === height));
      const proven = await this.prove(entries, new Set(histories.map(({ script }) => script)));
      for (const one of proven.transactions) paid.set(one.txid, one);
    }
    const transactions = [...paid.values()]
      .filter(({ block }) => block.hash === hash)
      .sort((a, b) => a.pos - b.pos)
      .map(({ raw }) => scanTransaction(raw));
    return { ...header, transactions };
  }

  async depositsUpTo(script: string, hash: string): Promise<ReadonlySet<string> | undefined> {
    const key = `${hash}:${script}`;
    const known = this.#deposits.get(key);
    const height = this.#headers.heightOf(hash);
    if (known || height === undefined) return known;
    const [entries] = await this.ask.histories([script]);
    await this.tip();
    if (!entries || this.#headers.heightOf(hash) !== height) return undefined;
    const before = entries.filter((entry) => entry.height > 0 && entry.height <= height);
    const deposits = new Set(before.map(({ txid }) => txid));
    this.#deposits.set(key, deposits);
    const [oldest] = this.#deposits.keys();
    if (this.#deposits.size > REMEMBERED_DEPOSITS && oldest) this.#deposits.delete(oldest);
    return deposits;
  }

  /** Updates the histories of scripts. Returns false if one of them could not be read. */
  async follow(scripts: readonly ScriptLookUp[], tip: BlockRef): Promise<boolean> {
    const areComplete = await this.histories.follow(scripts, tip);
    this.#followedAt = tip.hash;
    return areComplete;
  }

  /**
   * Reads transactions, and proves that each is in the block at its height.
   *
   * @param scripts limits the result to transactions that pay one of these
   * @throws SourceError `bad_answer` when the server lists a transaction and cannot prove it
   */
  async prove(
    entries: readonly HistoryEntry[],
    scripts?: ReadonlySet<string>,
  ): Promise<ProvenTransactions> {
    const unique = [...new Map(entries.map((one) => [`${one.txid}:${one.height}`, one])).values()];
    const raws = await this.proofs.transactions(unique.map(({ txid }) => txid));
    const wanted = unique.filter(({ txid }) => {
      const raw = raws.get(txid);
      return !raw || !scripts || pays(raw, scripts);
    });
    const proven = await Promise.all(
      wanted.map(async ({ txid, height }) => {
        const raw = raws.get(txid);
        return raw && this.#proveOne(raw, height);
      }),
    );
    return {
      transactions: proven.flatMap((one) => one ?? []),
      postponed: wanted.filter((_entry, at) => !proven[at]),
    };
  }

  /** Returns undefined when the transaction's block was replaced during the proof. */
  async #proveOne(raw: RawTransaction, height: number): Promise<ProvenTransaction | undefined> {
    const header = await this.#headers.at(height);
    if (!header) return undefined;
    try {
      return await this.proofs.prove(raw, header, height);
    } catch (error) {
      if (!(error instanceof SourceError) || error.fault !== 'bad_answer') throw error;
      const before = this.lastTip?.hash;
      if ((await this.tip()).hash === before) throw error;
      return undefined;
    }
  }

  async #askTip(): Promise<BlockRef> {
    const now = this.#clock();
    const { height, hex } = await this.ask.tip();
    if (await this.#headers.moveTo(height, hex)) {
      this.histories.noticeReorg();
      this.onReorg();
    }
    this.#askedAt = now;
    return this.#headers.tip as BlockRef;
  }

  async #headerOf(hash: string): Promise<ScannedHeader> {
    const height = this.#headers.heightOf(hash);
    const header = height === undefined ? undefined : await this.#headers.at(height);
    if (header?.hash === hash) return header;
    const message = `the server at ${this.ask.client.name} has no block ${hash} on its chain`;
    throw new SourceError('bad_answer', message);
  }
}

function pays({ raw }: RawTransaction, scripts: ReadonlySet<string>): boolean {
  return scanTransaction(raw).outputs.some(({ script }) =>
    scripts.has(Buffer.from(script).toString('hex')),
  );
}
