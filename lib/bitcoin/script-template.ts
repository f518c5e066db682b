import type { KeyContext, KeyExpression } from './key-expression';

/** A parsed script expression, from which the script at every index can be derived. */
export interface ScriptTemplate {
  /** The functions without the keys, such as `sh(wsh(sortedmulti))`. */
  readonly kind: string;
  readonly text: string;
  readonly keys: readonly KeyExpression[];
  at(index: number): Uint8Array;
}

/** Reads a key expression of the descriptor's network. @throws DescriptorError */
export type KeyExpressionReader = (word: string, context: KeyContext) => KeyExpression;

export function outputScriptOf(payment: { readonly output?: Uint8Array | undefined }): Uint8Array {
  if (!payment.output) throw new Error('a payment made from keys always has an output script');
  return payment.output;
}
