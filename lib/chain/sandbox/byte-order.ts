/** A hash as people write it, in the order it is serialized in. */
export function hashToBytes(hash: string): Uint8Array {
  return Buffer.from(hash, 'hex').reverse();
}
