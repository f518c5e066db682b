import { initEccLib } from 'bitcoinjs-lib';
import * as ecc from 'tiny-secp256k1';

// bitcoinjs-lib has no elliptic curve arithmetic of its own, but needs it for every taproot output.
initEccLib(ecc);

/** Whether the 33 or 65 bytes encode a point of secp256k1 (SEC 1). */
export function isPoint(bytes: Uint8Array): boolean {
  return ecc.isPoint(bytes);
}

/** Whether the 32 bytes are the x coordinate of a point of secp256k1 (BIP 340). */
export function isXOnlyPoint(bytes: Uint8Array): boolean {
  return ecc.isXOnlyPoint(bytes);
}
