/** A transaction that was made, and the outpoints (`txid:vout`) it spends. */
export interface MadeTransaction {
  readonly txid: string;
  readonly spends: readonly string[];
}

/** A hand on a real chain. What the chain refuses resolves with undefined and changes nothing. */
export interface ChainDriver {
  /** Confirms in a double spend's block only the double spend, or the mempool with it. */
  readonly doubleSpendTakes: 'itself' | 'mempool';
  /** Whether a reorg can make a transaction vanish that nothing conflicts with. */
  readonly canDrop: boolean;
  /** The least that an output may hold, in sats. */
  readonly leastSats: number;
  pay(address: string, sats: number): Promise<MadeTransaction | undefined>;
  /** Replaces a transaction by one that pays the same with a higher fee, or all to nobody. */
  replace(txid: string, to: 'same' | 'nowhere'): Promise<MadeTransaction | undefined>;
  /** Confirms what spends an unconfirmed transaction's coins to nobody and was seen by nobody. */
  doubleSpend(
    txid: string,
  ): Promise<{ made: MadeTransaction; hashes: readonly string[] } | undefined>;
  /** @returns the hashes of the blocks, lowest first */
  mine(blocks: number): Promise<readonly string[]>;
  /** Replaces the last blocks by one more. @returns their hashes, lowest first */
  reorg(blocks: number, remine: boolean, drop?: string): Promise<readonly string[]>;
  /** What is unconfirmed now. */
  mempool(): Promise<readonly string[]>;
}
