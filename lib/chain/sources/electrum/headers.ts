import { BITCOIN_PARAMETERS, hasProofOfWork } from '@/lib/bitcoin/network';
import { ScanError, type ScannedHeader, scanHeader } from '@/lib/bitcoin/scan';
import type { Network } from '@/lib/domain/network';
import { type BlockRef, SourceError } from '../../source';
import { type ElectrumRequests, HEADERS_PER_REQUEST } from './requests';

/** Older headers to read first when the new tip does not link. Most reorgs are short. */
const FIRST_STEP = 10;
/**
 * Missing headers to read up to a new tip. After a longer gap, headers are read when they are
 * requested.
 */
const MAX_GAP = 20_000;

/**
 * The server's best chain. Each header must have proof of work and link to the previous one. Older
 * headers are read on request.
 */
export class HeaderChain {
  readonly #network: Network;
  readonly #ask: ElectrumRequests;
  readonly #headers = new Map<number, ScannedHeader>();
  readonly #heights = new Map<string, number>();
  #lowest = 0;
  #tip: BlockRef | undefined;
  #onNetwork = false;
  #last: Promise<unknown> = Promise.resolve();

  constructor(network: Network, ask: ElectrumRequests) {
    this.#network = network;
    this.#ask = ask;
  }

  /**
   * Moves the chain to the server's tip. @returns whether stored headers have left the best chain
   */
  moveTo(height: number, hex: string): Promise<boolean> {
    return this.#alone(() => this.#moveTo(height, hex));
  }

  at(height: number): Promise<ScannedHeader | undefined> {
    return this.#alone(async () => {
      if (!this.#tip || height > this.#tip.height) return undefined;
      while (height < this.#lowest) await this.#extendDown();
      return this.#headers.get(height);
    });
  }

  async #moveTo(height: number, hex: string): Promise<boolean> {
    await this.#requireNetwork();
    const tip = this.#read(hex);
    if (this.#tip?.hash === tip.hash && this.#tip.height === height) return false;
    const fresh = await this.#connect(height, tip);
    const first = height - fresh.length + 1;
    const linked = this.#headers.get(first - 1)?.hash === fresh[0]?.prevHash;
    const held = this.#tip;
    const lost = held !== undefined && (!linked || held.height >= first);
    for (let at = linked ? first : this.#lowest; held && at <= held.height; at++) this.#drop(at);
    if (!linked) this.#lowest = first;
    for (const [n, header] of fresh.entries()) this.#hold(first + n, header);
    this.#tip = { height, hash: tip.hash };
    return lost;
  }

  get tip(): BlockRef | undefined {
    return this.#tip;
  }

  heightOf(hash: string): number | undefined {
    return this.#heights.get(hash);
  }

  /**
   * Runs the steps one after the other. A step waits for the server between its changes, and must
   * not see the changes of another step.
   */
  #alone<T>(step: () => Promise<T>): Promise<T> {
    const done = this.#last.then(step);
    this.#last = done.catch(() => {});
    return done;
  }

  async #requireNetwork(): Promise<void> {
    if (this.#onNetwork) return;
    const [first = ''] = await this.#ask.headers(0, 1);
    if (this.#scan(first)?.hash !== BITCOIN_PARAMETERS[this.#network].genesisHash) {
      throw new SourceError('wrong_network', `the server is not on ${this.#network}`);
    }
    this.#onNetwork = true;
  }

  /**
   * Returns the missing headers up to the tip, from the newest stored header that is still on the
   * chain.
   */
  async #connect(height: number, tip: ScannedHeader): Promise<ScannedHeader[]> {
    const fresh = [tip];
    for (let step = FIRST_STEP; ; step = Math.min(step * 4, HEADERS_PER_REQUEST)) {
      const below = height - fresh.length;
      const isHeld = this.#headers.get(below)?.hash === fresh[0]?.prevHash;
      const gap = below - (this.#tip?.height ?? 0);
      if (!this.#tip || below < this.#lowest || isHeld || gap > MAX_GAP) return fresh;
      const count = Math.min(Math.max(step, gap + 1), HEADERS_PER_REQUEST, below + 1);
      const older = await this.#range(below - count + 1, count);
      this.#requireLink(older.at(-1), fresh[0]);
      const shared = older.findLastIndex(
        ({ hash }, n) => this.#headers.get(below - count + 1 + n)?.hash === hash,
      );
      fresh.unshift(...older.slice(shared + 1));
    }
  }

  async #extendDown(): Promise<void> {
    const count = Math.min(HEADERS_PER_REQUEST, this.#lowest);
    const start = this.#lowest - count;
    const older = await this.#range(start, count);
    this.#requireLink(older.at(-1), this.#headers.get(this.#lowest));
    // If the header at height 0 is not the first block, the server reports wrong heights.
    if (start === 0 && older[0]?.hash !== BITCOIN_PARAMETERS[this.#network].genesisHash) {
      throw this.#wrong('sent headers that do not begin with the first block');
    }
    for (const [n, header] of older.entries()) this.#hold(start + n, header);
    this.#lowest = start;
  }

  async #range(start: number, count: number): Promise<ScannedHeader[]> {
    const headers: ScannedHeader[] = [];
    while (headers.length < count) {
      const part = await this.#ask.headers(start + headers.length, count - headers.length);
      if (part.length === 0) throw this.#wrong(`has no header ${start + headers.length}`);
      for (const hex of part.slice(0, count - headers.length)) {
        const header = this.#read(hex);
        if (headers.length > 0) this.#requireLink(headers.at(-1), header);
        headers.push(header);
      }
    }
    return headers;
  }

  #read(hex: string): ScannedHeader {
    const header = this.#scan(hex);
    if (header && hasProofOfWork(header.hash, header.bits, this.#network)) return header;
    throw this.#wrong(`sent a header with too little proof of work for ${this.#network}`);
  }

  #scan(hex: string): ScannedHeader | undefined {
    try {
      return scanHeader(Buffer.from(hex, 'hex'));
    } catch (error) {
      if (error instanceof ScanError) return undefined;
      throw error;
    }
  }

  #requireLink(older: ScannedHeader | undefined, newer: ScannedHeader | undefined): void {
    if (older?.hash !== newer?.prevHash) throw this.#wrong('sent headers that are not linked');
  }

  #wrong(what: string): SourceError {
    this.#ask.client.leave();
    return new SourceError('bad_answer', `the server at ${this.#ask.client.name} ${what}`);
  }

  #hold(height: number, header: ScannedHeader): void {
    this.#headers.set(height, header);
    this.#heights.set(header.hash, height);
  }

  #drop(height: number): void {
    const header = this.#headers.get(height);
    this.#headers.delete(height);
    if (header) this.#heights.delete(header.hash);
  }
}
