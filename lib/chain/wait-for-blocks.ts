import { z } from 'zod';
import { createRpc, type Rpc, RpcError } from './rpc';
import { SourceError } from './source';

const block = z.object({ hash: z.string(), height: z.number().int() });
type Block = z.infer<typeof block>;

/** How long a node may hold one request, in ms. It does so even when the connection closes. */
const WAIT_MS = 20_000;
/** 0 would be no limit. */
const AT_ONCE_MS = 1;

/** Asks a node, over and over, to answer when its best block changes: one request at a time. */
export class BlockWait {
  readonly #rpc: Rpc;
  readonly #onMove: () => void;
  readonly #onFailure: () => void;
  readonly #closing = new AbortController();
  #isWanted = false;
  #isRunning = false;
  #isRefused = false;

  /**
   * @param url `http://user:pass@host:port`
   * @param onMove called at the first answer and for every change
   * @param onFailure called when a request fails, after which it waits no more
   */
  constructor(url: URL, onMove: () => void, onFailure: () => void) {
    this.#rpc = createRpc(url, WAIT_MS * 2, this.#closing.signal);
    this.#onMove = onMove;
    this.#onFailure = onFailure;
  }

  /** Does nothing while it runs, and for a node that refuses until {@link forgive}. */
  start(): void {
    if (this.#closing.signal.aborted) return;
    this.#isWanted = true;
    if (!this.#isRunning && !this.#isRefused) void this.#run();
  }

  /** Lets the request under way end by itself: a node would not notice that it was given up. */
  stop(): void {
    this.#isWanted = false;
  }

  close(): void {
    this.#isWanted = false;
    this.#closing.abort();
  }

  /** Lets the next start ask a node again that has refused. */
  forgive(): void {
    this.#isRefused = false;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    let end = await this.#waitUntilFailure();
    while (end === 'stopped' && this.#isWanted) end = await this.#waitUntilFailure();
    this.#isRunning = false;
    this.#isRefused = end === 'refused';
    if (end === 'failed' && this.#isWanted) this.#onFailure();
  }

  async #waitUntilFailure(): Promise<'refused' | 'failed' | 'stopped'> {
    try {
      let tip = await this.#rpc.call(block, 'waitfornewblock', AT_ONCE_MS);
      this.#tell();
      let takesTip = true;
      while (this.#isWanted) {
        const next: Block | undefined = takesTip
          ? await nextAfter(this.#rpc, tip.hash)
          : await this.#rpc.call(block, 'waitforblockheight', tip.height + 1, WAIT_MS);
        if (!next) takesTip = false;
        if (!next || next.hash === tip.hash) continue;
        tip = next;
        this.#tell();
      }
      return 'stopped';
    } catch (error) {
      if (error instanceof RpcError) return 'refused';
      if (!(error instanceof SourceError)) throw error;
      return error.fault === 'unauthorized' ? 'refused' : 'failed';
    }
  }

  #tell(): void {
    if (this.#isWanted) this.#onMove();
  }
}

/** Undefined for a node before Core 30, which cannot be told the last known block. */
async function nextAfter(rpc: Rpc, tip: string): Promise<Block | undefined> {
  try {
    return await rpc.call(block, 'waitfornewblock', WAIT_MS, tip);
  } catch (error) {
    if (error instanceof RpcError) return undefined;
    throw error;
  }
}
