import { createHmac } from 'node:crypto';
import { pointAddScalar } from 'tiny-secp256k1';

const CHAIN_CODE_OFFSET = 32;

/** A public key with its chain code, whose unhardened children can be derived (BIP 32). */
export interface ParentKey {
  /** Compressed, 33 bytes. */
  readonly publicKey: Uint8Array;
  readonly chainCode: Uint8Array;
}

/**
 * Returns a function that derives the public key of the unhardened child at an index (BIP 32,
 * CKDpub). It uses libsecp256k1, which is several times as fast as @scure/bip32.
 */
export function childPublicKeys(parent: ParentKey): (index: number) => Uint8Array {
  const child = childrenOf(parent);
  return (index) => child(index).publicKey;
}

export function deriveDescendant(parent: ParentKey, steps: readonly number[]): ParentKey {
  return steps.reduce<ParentKey>((key, step) => childrenOf(key)(step), parent);
}

function childrenOf({ publicKey, chainCode }: ParentKey): (index: number) => ParentKey {
  const data = Buffer.concat([publicKey, Buffer.alloc(4)]);
  return (index) => {
    data.writeUInt32BE(index, publicKey.length);
    const digest = createHmac('sha512', chainCode).update(data).digest();
    const child = pointAddScalar(publicKey, digest.subarray(0, CHAIN_CODE_OFFSET), true);
    // BIP 32 skips this index. The chance of such an index is below 1 in 2^127.
    if (!child) throw new Error('this index has no key');
    return { publicKey: child, chainCode: digest.subarray(CHAIN_CODE_OFFSET) };
  };
}
