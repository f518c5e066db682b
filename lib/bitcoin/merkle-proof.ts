import { hash256, toDisplayHash } from './bytes';
import { txidOf } from './txid-of';

export interface MerkleProof {
  /** The sibling hashes from the transaction to the root, as hex in display order. */
  readonly merkle: readonly string[];
  readonly pos: number;
}

/**
 * Returns the merkle root to which a proof leads. Returns undefined when the index does not fit
 * into a tree of this depth, or when an inner node is a valid transaction: the halves of a 64-byte
 * transaction could pass as txids (CVE-2017-12842).
 */
export function rootOfProof(txid: string, { merkle, pos }: MerkleProof): string | undefined {
  let node: Uint8Array = Buffer.from(txid, 'hex').reverse();
  let index = pos;
  for (const text of merkle) {
    const sibling = Buffer.from(text, 'hex').reverse();
    const parent = Buffer.concat(index % 2 === 0 ? [node, sibling] : [sibling, node]);
    if (txidOf(parent) !== undefined) return undefined;
    node = hash256(parent);
    index = Math.floor(index / 2);
  }
  return index === 0 ? toDisplayHash(node) : undefined;
}
