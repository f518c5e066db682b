import { type Sats, toSats } from './sats';

/** The fee rate that defines dust (`-dustrelayfee` of Bitcoin Core), whatever fees are now. */
const SATS_PER_VBYTE = 3;
/** Virtual bytes of the input that would spend the output, with and without a witness. */
const WITNESS_INPUT = 67;
const OTHER_INPUT = 148;
/** Bytes of an output without its script: the amount and the script's length. */
const OUTPUT = 9;
const P2SH_SCRIPT = 23;
const P2PKH_SCRIPT = 25;

/**
 * Returns the smallest amount that nodes relay, and wallets send, to a valid address: 546 sat to
 * P2PKH, 540 to P2SH, 294 to P2WPKH, 330 to P2WSH and P2TR (Bitcoin Core, GetDustThreshold).
 */
export function dustSats(address: string): Sats {
  const program = /^(?:bc|tb|bcrt)1(?<data>[0-9a-z]+)$/i.exec(address)?.groups?.data;
  const size =
    program === undefined
      ? (/^[23]/.test(address) ? P2SH_SCRIPT : P2PKH_SCRIPT) + OTHER_INPUT
      : witnessScript(program) + WITNESS_INPUT;
  return toSats((OUTPUT + size) * SATS_PER_VBYTE);
}

/**
 * Returns the amount to send if `due` satoshis are missing: at least the dust limit, or 0 if
 * nothing is due.
 */
export function sendableSats(due: number, address: string): number {
  return due === 0 ? 0 : Math.max(due, dustSats(address));
}

/**
 * Returns the bytes of a witness script: a version, a length and the program. Each character has
 * five bits, but one is the version and six are the checksum (BIP 173).
 */
function witnessScript(data: string): number {
  return 2 + Math.floor(((data.length - 7) * 5) / 8);
}
