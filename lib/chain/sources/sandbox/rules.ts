import { MAX_SANDBOX_BLOCKS } from '@/lib/domain/limits';

/** The message is public and says how to fix the request. */
export class SandboxRefusal extends Error {
  override readonly name = 'SandboxRefusal';
}

/** Confirmations that a coinbase needs before it may be spent (consensus). */
export const COINBASE_MATURITY = 100;

/**
 * Confirmations from which the sandbox spends a coinbase. It remains spendable after the deepest
 * reorg, so a transaction that returned to the mempool can always be mined again.
 */
export const COINBASE_SPEND_DEPTH = COINBASE_MATURITY + MAX_SANDBOX_BLOCKS;

/** @throws SandboxRefusal */
export function requireBlockCount(count: number): void {
  if (Number.isInteger(count) && count >= 1 && count <= MAX_SANDBOX_BLOCKS) return;
  throw new SandboxRefusal(
    `the number of blocks must be a whole number from 1 to ${MAX_SANDBOX_BLOCKS}`,
  );
}
