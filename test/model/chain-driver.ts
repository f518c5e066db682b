export interface MadeTransaction {
  readonly txid: string;
  readonly spends: readonly string[];
}

/** Controls a real chain. An action that the chain rejects resolves with undefined. */
export interface ChainDriver {
  /** What the block of a double spend confirms: only the double spend, or the mempool too. */
  readonly doubleSpendTakes: 'itself' | 'mempool';
  /** Whether a reorg can remove a transaction without confirming a conflicting one. */
  readonly canDrop: boolean;
  /** The minimum value of an output. */
  readonly leastSats: number;
  pay(address: string, sats: number): Promise<MadeTransaction | undefined>;
  /**
   * With `same`, the new transaction pays the same outputs with a higher fee. With `nowhere`, it
   * pays no address of a payment.
   */
  replace(txid: string, to: 'same' | 'nowhere'): Promise<MadeTransaction | undefined>;
  /**
   * Mines a block with a double spend of an unconfirmed transaction. The double spend was never in
   * the mempool, and pays no address of a payment.
   */
  doubleSpend(
    txid: string,
  ): Promise<{ made: MadeTransaction; hashes: readonly string[] } | undefined>;
  /** @returns the hashes of the blocks, lowest first */
  mine(blocks: number): Promise<readonly string[]>;
  /** Mines one block more than it replaces. @returns the new hashes, lowest first */
  reorg(blocks: number, remine: boolean, drop?: string): Promise<readonly string[]>;
  mempool(): Promise<readonly string[]>;
}
