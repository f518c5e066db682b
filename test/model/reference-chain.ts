export interface Tx {
  readonly id: string;
  /** As `txid:vout`. */
  readonly spends: readonly string[];
  /** Null if the transaction pays no address of a payment or refund. */
  readonly address: string | null;
  readonly sats: number;
}

/** Whether two transactions spend the same output, so only one of them can confirm. */
export const areConflicting = (a: Tx, b: Tx) =>
  a.id !== b.id && a.spends.some((outpoint) => b.spends.includes(outpoint));

export class ReferenceChain {
  readonly blocks: { readonly hash: string; readonly txs: readonly Tx[] }[];
  mempool: Tx[] = [];

  /** The blocks before the model's start contain no transactions. */
  constructor(tip: { readonly height: number; readonly hash: string }) {
    this.blocks = Array.from({ length: tip.height }, (_, n) => ({ hash: `old-${n}`, txs: [] }));
    this.blocks.push({ hash: tip.hash, txs: [] });
  }

  submit(tx: Tx): void {
    this.#evict((other) => areConflicting(tx, other));
    this.mempool.push(tx);
  }

  /** The first block confirms the whole mempool, or exactly the transactions in `only`. */
  mine(hashes: readonly string[], only: readonly Tx[] = this.mempool): void {
    this.blocks.push(...hashes.map((hash, n) => ({ hash, txs: n === 0 ? only : [] })));
    this.mempool = this.mempool.filter((tx) => !only.includes(tx));
    this.#evict((other) => only.some((tx) => areConflicting(tx, other)));
  }

  /** Transactions of the replaced blocks return to the mempool, except for `drop`. */
  reorg(depth: number, hashes: readonly string[], remine: boolean, drop?: Tx): void {
    const removed = this.blocks.splice(-depth);
    this.mempool = [...removed.flatMap(({ txs }) => txs), ...this.mempool];
    this.#evict((tx) => tx.id === drop?.id);
    this.mine(hashes, remine ? undefined : []);
  }

  /** Removes transactions, and all transactions that spend their outputs. */
  #evict(which: (tx: Tx) => boolean): void {
    const leaving = this.mempool.filter(which);
    if (leaving.length === 0) return;
    this.mempool = this.mempool.filter((tx) => !leaving.includes(tx));
    this.#evict((tx) => tx.spends.some((from) => leaving.some(({ id }) => from.startsWith(id))));
  }
}
