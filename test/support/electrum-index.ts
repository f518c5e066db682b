import { createHash } from 'node:crypto';
import { hash256 } from '@/lib/bitcoin/bytes';
import type { TestNode } from './bitcoind';

export interface HistoryItem {
  readonly tx_hash: string;
  readonly height: number;
}

interface IndexedBlock {
  readonly hash: string;
  readonly header: string;
  readonly txids: readonly string[];
}

interface Decoded {
  txid: string;
  vin: { txid?: string; vout?: number }[];
  vout: { scriptPubKey: { hex: string } }[];
}

export class ElectrumIndex {
  readonly #node: TestNode;
  readonly blocks: IndexedBlock[] = [];
  readonly #decoded = new Map<string, Decoded>();
  readonly #touched = new Map<string, Set<string>>();
  #mempool: readonly string[] = [];

  constructor(node: TestNode) {
    this.#node = node;
  }

  get tip() {
    const height = this.blocks.length - 1;
    return { height, hex: this.blocks[height]?.header ?? '' };
  }

  async sync(): Promise<void> {
    const { height } = await this.#node.tip();
    let first = Math.min(height + 1, this.blocks.length);
    const hashAt = (at: number) => this.#node.rpc<string>('getblockhash', at);
    while (first > 0 && this.blocks[first - 1]?.hash !== (await hashAt(first - 1))) first--;
    this.blocks.length = first;
    for (let at = first; at <= height; at++) {
      const hash = await hashAt(at);
      const header = await this.#node.rpc<string>('getblockheader', hash, false);
      const block = await this.#node.rpc<{ tx: Decoded[] }>('getblock', hash, 2);
      for (const tx of block.tx) await this.#index(tx);
      this.blocks.push({ hash, header, txids: block.tx.map(({ txid }) => txid) });
    }
    this.#mempool = await this.#node.rpc<string[]>('getrawmempool');
    for (const txid of this.#mempool) {
      if (!this.#decoded.has(txid)) await this.#index(await this.#transaction(txid));
    }
  }

  history(scripthash: string): HistoryItem[] {
    const touched = this.#touched.get(scripthash) ?? new Set();
    const confirmed = this.blocks.flatMap(({ txids }, height) =>
      txids.filter((txid) => touched.has(txid)).map((txid) => ({ tx_hash: txid, height })),
    );
    const unconfirmed = this.#mempool
      .filter((txid) => touched.has(txid))
      .map((txid) => ({ tx_hash: txid, height: 0 }));
    return [...confirmed, ...unconfirmed];
  }

  status(scripthash: string): string | null {
    const items = this.history(scripthash);
    if (items.length === 0) return null;
    const text = items.map(({ tx_hash, height }) => `${tx_hash}:${height}:`).join('');
    return createHash('sha256').update(text).digest('hex');
  }

  unspent(scripthash: string) {
    const txs = this.history(scripthash).flatMap(({ tx_hash }) => this.#decoded.get(tx_hash) ?? []);
    const current = new Set([...this.blocks.flatMap(({ txids }) => txids), ...this.#mempool]);
    const spent = new Set(
      [...this.#decoded.values()]
        .filter(({ txid }) => current.has(txid))
        .flatMap(({ vin }) => vin.map((input) => `${input.txid}:${input.vout}`)),
    );
    return txs.flatMap(({ txid, vout }) =>
      vout.flatMap(({ scriptPubKey }, n) =>
        hashOf(scriptPubKey.hex) === scripthash && !spent.has(`${txid}:${n}`)
          ? { tx_hash: txid, tx_pos: n, height: 0, value: 0 }
          : [],
      ),
    );
  }

  proof(txid: string, height: number) {
    const txids = this.blocks[height]?.txids ?? [];
    const pos = txids.indexOf(txid);
    return pos < 0 ? undefined : { block_height: height, merkle: pathOf(txids, pos), pos };
  }

  async #index(tx: Decoded): Promise<void> {
    this.#decoded.set(tx.txid, tx);
    const scripts = tx.vout.map(({ scriptPubKey }) => scriptPubKey.hex);
    for (const { txid, vout = 0 } of tx.vin) {
      if (!txid) continue;
      const from = this.#decoded.get(txid) ?? (await this.#transaction(txid));
      scripts.push(from.vout[vout]?.scriptPubKey.hex ?? '');
    }
    for (const script of scripts.map(hashOf)) {
      const touched = this.#touched.get(script) ?? new Set();
      this.#touched.set(script, touched.add(tx.txid));
    }
  }

  #transaction(txid: string): Promise<Decoded> {
    return this.#node.rpc<Decoded>('getrawtransaction', txid, true);
  }
}

function hashOf(script: string): string {
  return createHash('sha256').update(Buffer.from(script, 'hex')).digest().reverse().toString('hex');
}

function pathOf(txids: readonly string[], pos: number): string[] {
  let level: Uint8Array[] = txids.map((txid) => Buffer.from(txid, 'hex').reverse());
  const path: string[] = [];
  for (let index = pos; level.length > 1; index >>= 1) {
    const sibling = level[index ^ 1] ?? level[index];
    path.push(
      Buffer.from(sibling ?? [])
        .reverse()
        .toString('hex'),
    );
    level = level.flatMap((left, n) =>
      n % 2 === 0 ? [hash256(Buffer.concat([left, level[n + 1] ?? left]))] : [],
    );
  }
  return path;
}
