import { MAX_SANDBOX_BLOCKS } from '@/lib/domain/limits';

export type SandboxRefusalCode =
  | 'invalid_amount'
  | 'invalid_address'
  | 'insufficient_funds'
  | 'transaction_not_found'
  | 'transaction_not_in_mempool'
  | 'transaction_below_reorg'
  | 'fee_too_low'
  | 'blocks_out_of_range';

/** The message is public and says how to fix the request. */
export class SandboxRefusal extends Error {
  readonly code: SandboxRefusalCode;

  constructor(code: SandboxRefusalCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SandboxRefusal';
    this.code = code;
  }
}

/** Confirmations that a coinbase needs before it may be spent (consensus). */
export const COINBASE_MATURITY = 100;

/**
 * Confirmations from which the sandbox spends a coinbase. It remains spendable after the deepest
 * reorg, so a transaction that returned to the mempool can always be mined again.
 */
export const COINBASE_SPEND_DEPTH = COINBASE_MATURITY + MAX_SANDBOX_BLOCKS;

/** @throws SandboxRefusal blocks_out_of_range */
export function requireBlockCount(count: number): void {
  if (Number.isInteger(count) && count >= 1 && count <= MAX_SANDBOX_BLOCKS) return;
  throw new SandboxRefusal(
    'blocks_out_of_range',
    `the number of blocks must be a whole number from 1 to ${MAX_SANDBOX_BLOCKS}`,
  );
}
