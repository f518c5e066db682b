import { ScanError } from '@/lib/bitcoin/bytes';
import { type CheckedBlock, checkBlock } from '@/lib/bitcoin/check-block';
import { BITCOIN_PARAMETERS } from '@/lib/bitcoin/network';
import { ageMs } from '@/lib/domain/clock-skew';
import type { Network } from '@/lib/domain/network';
import { type BlockRef, SourceError } from '../../source';
import { ADD_API_HINT, type EsploraRequests } from './esplora-requests';

/** Maximum age of a cached tip. A new block arrives only every ten minutes on average. */
export const TIP_MAX_AGE_MS = 30_000;

const PAGE = 10;
const REMEMBERED_HASHES = 5_000;
const REMEMBERED_HEIGHTS = 100;

/**
 * The blocks of an Esplora server, read from their verified bytes. Cached state only saves
 * requests.
 */
export class EsploraChain {
  readonly #network: Network;
  readonly #ask: EsploraRequests;
  readonly #clock: () => Date;
  readonly #heights = new Map<string, number>();
  readonly #hashes = new Map<number, string>();
  #tip: { readonly ref: BlockRef; readonly askedAt: number } | undefined;
  #asking: Promise<BlockRef> | undefined;
  #newest: CheckedBlock | undefined;
  #onNetwork = false;
  #hasPages = true;

  constructor(network: Network, ask: EsploraRequests, clock: () => Date) {
    this.#network = network;
    this.#ask = ask;
    this.#clock = clock;
  }

  get tipAskedAt(): Date | undefined {
    return this.#tip && new Date(this.#tip.askedAt);
  }

  async tip(maxAgeMs = TIP_MAX_AGE_MS): Promise<BlockRef> {
    const now = this.#clock().getTime();
    const isFresh = this.#tip && ageMs(this.#tip.askedAt, now) <= maxAgeMs;
    if (this.#tip && isFresh) return this.#tip.ref;
    this.#asking ??= this.#askTip(now).finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  /** Clears the cached chain, after it has changed or the server has contradicted itself. */
  forget(): void {
    this.#tip = undefined;
    this.#hashes.clear();
  }

  async hashAt(height: number): Promise<string | undefined> {
    const tip = this.#tip?.ref;
    if (tip?.height === height) return tip.hash;
    const known = this.#hashes.get(height);
    if (known !== undefined) return known;
    if (tip && height < tip.height && this.#hasPages) {
      await this.#readPage(Math.min(height + PAGE - 1, tip.height), tip);
      const listed = this.#hashes.get(height);
      if (listed !== undefined) return listed;
    }
    return this.#ask.hashAt(height);
  }

  async block(hash: string): Promise<CheckedBlock> {
    if (this.#newest?.hash === hash) return this.#newest;
    const block = this.#check(hash, await this.#ask.block(hash));
    const before = this.#hashes.get(block.height - 1);
    if (before !== undefined && before !== block.prevHash) this.forget();
    this.#rememberHeight(block);
    return block;
  }

  async #askTip(now: number): Promise<BlockRef> {
    await this.#requireNetwork();
    const hash = await this.#ask.tipHash();
    let height = this.#heights.get(hash);
    if (height === undefined) {
      const block = this.#check(hash, await this.#ask.block(hash));
      this.#newest = block;
      this.#rememberHeight(block);
      height = block.height;
    }
    if (this.#tip?.ref.hash !== hash) this.forget();
    this.#tip = { ref: { height, hash }, askedAt: now };
    return this.#tip.ref;
  }

  /**
   * Checks that the server is on the right network. Once per process is enough, because blocks of
   * another network would not link to the stored ones.
   */
  async #requireNetwork(): Promise<void> {
    if (this.#onNetwork) return;
    const first = await this.#ask.hashAt(0);
    if (first === undefined) {
      throw new SourceError(
        'bad_answer',
        `the server has no first block at this URL: ${ADD_API_HINT}`,
      );
    }
    if (first !== BITCOIN_PARAMETERS[this.#network].genesisHash) {
      throw new SourceError('wrong_network', `the server is not on ${this.#network}`);
    }
    this.#onNetwork = true;
  }

  #check(hash: string, bytes: Uint8Array): CheckedBlock {
    let block: CheckedBlock;
    try {
      block = checkBlock(bytes, this.#network);
    } catch (cause) {
      if (!(cause instanceof ScanError)) throw cause;
      throw new SourceError('bad_answer', `block ${hash} is not valid: ${cause.message}`, {
        cause,
      });
    }
    if (block.hash !== hash) {
      throw new SourceError('bad_answer', `the server sent another block than ${hash}`);
    }
    return block;
  }

  #rememberHeight({ hash, height }: CheckedBlock): void {
    this.#heights.set(hash, height);
    const [oldest] = this.#heights.keys();
    if (this.#heights.size > REMEMBERED_HEIGHTS && oldest) this.#heights.delete(oldest);
  }

  /**
   * Caches the hashes of a page of blocks, down to the first block that does not link to the one
   * above.
   */
  async #readPage(from: number, tip: BlockRef): Promise<void> {
    if (this.#hashes.size > REMEMBERED_HASHES) this.#hashes.clear();
    let expected = from === tip.height ? tip.hash : undefined;
    let height = from;
    const page = await this.#ask.blocksFrom(from);
    this.#hasPages = page.length > 0;
    for (const block of page) {
      if (block.height !== height) return;
      if (expected !== undefined && block.id !== expected) return this.forget();
      this.#hashes.set(height, block.id);
      expected = block.previousblockhash ?? undefined;
      height--;
    }
  }
}
