export type SandboxRefusalCode =
  | 'invalid_amount'
  | 'invalid_address'
  | 'insufficient_funds'
  | 'transaction_not_found'
  | 'transaction_not_in_mempool'
  | 'transaction_below_reorg'
  | 'fee_too_low'
  | 'blocks_out_of_range';

/** What the sandbox will not do. The message is public and says what to do instead. */
export class SandboxRefusal extends Error {
  readonly code: SandboxRefusalCode;

  constructor(code: SandboxRefusalCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SandboxRefusal';
    this.code = code;
  }
}
