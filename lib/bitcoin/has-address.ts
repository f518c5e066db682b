const OP_0 = 0x00;
const OP_1 = 0x51;
const OP_EQUAL = 0x87;
const OP_EQUALVERIFY = 0x88;
const OP_HASH160 = 0xa9;
const OP_CHECKSIG = 0xac;
const OP_DUP = 0x76;

/**
 * Whether a scriptPubKey is one of those that an address that we give or accept can stand for:
 * P2PKH, P2SH, P2WPKH, P2WSH or P2TR.
 */
export function hasAddress(script: Uint8Array): boolean {
  switch (script.length) {
    case 22:
      return script[0] === OP_0 && script[1] === 20;
    case 34:
      return (script[0] === OP_0 || script[0] === OP_1) && script[1] === 32;
    case 23:
      return script[0] === OP_HASH160 && script[1] === 20 && script[22] === OP_EQUAL;
    case 25:
      return (
        script[0] === OP_DUP &&
        script[1] === OP_HASH160 &&
        script[2] === 20 &&
        script[23] === OP_EQUALVERIFY &&
        script[24] === OP_CHECKSIG
      );
    default:
      return false;
  }
}
