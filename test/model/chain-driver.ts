/** A transaction that the driver created, and the outpoints (`txid:vout`) that it spends. */
export interface MadeTransaction {
  readonly txid: string;
  readonly spends: readonly string[];
}

/**
 * Controls a real chain. An action that the chain rejects resolves with undefined and changes
 * nothing.
 */
export interface ChainDriver {
  /** Whether the block of a double spend confirms only the double spend, or also the mempool. */
  readonly doubleSpendTakes: 'itself' | 'mempool';
  /** Whether a reorg can remove a transaction without confirming a conflicting one. */
  readonly canDrop: boolean;
  /** The minimum value of an output, in satoshis. */
  readonly leastSats: number;
  pay(address: string, sats: number): Promise<MadeTransaction | undefined>;
  /**
   * Replaces a transaction. With `same`, the new one pays the same outputs with a higher fee. With
   * `nowhere`, it pays no address of a payment.
   */
  replace(txid: string, to: 'same' | 'nowhere'): Promise<MadeTransaction | undefined>;
  /**
   * Mines a block with a new transaction that spends the inputs of an unconfirmed one. The new
   * transaction was never in the mempool, and pays no address of a payment.
   */
  doubleSpend(
    txid: string,
  ): Promise<{ made: MadeTransaction; hashes: readonly string[] } | undefined>;
  /** @returns the hashes of the blocks, lowest first */
  mine(blocks: number): Promise<readonly string[]>;
  /**
   * Replaces the last `blocks` blocks by one block more. @returns the new hashes, lowest block
   * first
   */
  reorg(blocks: number, remine: boolean, drop?: string): Promise<readonly string[]>;
  mempool(): Promise<readonly string[]>;
}
