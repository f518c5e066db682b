/** A created transaction, and the outpoints (`txid:vout`) it spends. */
export interface MadeTransaction {
  readonly txid: string;
  readonly spends: readonly string[];
}

/** Controls a real chain. A rejected action resolves with undefined and changes nothing. */
export interface ChainDriver {
  /** Whether the block of a double spend confirms only the double spend, or the mempool with it. */
  readonly doubleSpendTakes: 'itself' | 'mempool';
  /** Whether a reorg can remove a transaction without a conflicting one. */
  readonly canDrop: boolean;
  /** The minimum value of an output, in sats. */
  readonly leastSats: number;
  pay(address: string, sats: number): Promise<MadeTransaction | undefined>;
  /** Replaces a transaction by one that pays the same with a higher fee, or pays nobody. */
  replace(txid: string, to: 'same' | 'nowhere'): Promise<MadeTransaction | undefined>;
  /**
   * Confirms an unseen transaction that spends the inputs of an unconfirmed one and pays nobody.
   */
  doubleSpend(
    txid: string,
  ): Promise<{ made: MadeTransaction; hashes: readonly string[] } | undefined>;
  /** @returns the hashes of the blocks, lowest first */
  mine(blocks: number): Promise<readonly string[]>;
  /** Replaces the last blocks by one more. @returns their hashes, lowest first */
  reorg(blocks: number, remine: boolean, drop?: string): Promise<readonly string[]>;
  mempool(): Promise<readonly string[]>;
}
