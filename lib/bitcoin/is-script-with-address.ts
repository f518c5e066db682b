const OP_0 = 0x00;
const OP_1 = 0x51;
const OP_EQUAL = 0x87;
const OP_EQUALVERIFY = 0x88;
const OP_HASH160 = 0xa9;
const OP_CHECKSIG = 0xac;
const OP_DUP = 0x76;

/** Whether a scriptPubKey, which begins at `start`, is P2PKH, P2SH, P2WPKH, P2WSH or P2TR. */
export function isScriptWithAddress(bytes: Uint8Array, start = 0, length = bytes.length): boolean {
  const first = bytes[start];
  const second = bytes[start + 1];
  switch (length) {
    case 22:
      return first === OP_0 && second === 20;
    case 34:
      return (first === OP_0 || first === OP_1) && second === 32;
    case 23:
      return first === OP_HASH160 && second === 20 && bytes[start + 22] === OP_EQUAL;
    case 25:
      return (
        first === OP_DUP &&
        second === OP_HASH160 &&
        bytes[start + 2] === 20 &&
        bytes[start + 23] === OP_EQUALVERIFY &&
        bytes[start + 24] === OP_CHECKSIG
      );
    default:
      return false;
  }
}
