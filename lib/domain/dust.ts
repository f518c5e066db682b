import { type Sats, toSats } from './sats';

/**
 * The fee rate with which nodes compute dust (`-dustrelayfee`). It does not depend on current fees.
 */
const SATS_PER_VBYTE = 3;
/** Virtual bytes of the input that spends an output, with a witness here and without one below. */
const WITNESS_INPUT = 67;
const OTHER_INPUT = 148;
/** Bytes of an output without its script: the amount, and the length of the script. */
const OUTPUT = 9;
const P2SH_SCRIPT = 23;
const P2PKH_SCRIPT = 25;

/**
 * Returns the minimum amount that nodes relay to an address, and so the minimum that wallets send.
 * It is 546 sat to P2PKH, 540 to P2SH, 294 to P2WPKH, and 330 to P2WSH and P2TR (Bitcoin Core,
 * GetDustThreshold).
 *
 * @param address a valid address of any network; its form shows the length of the script
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
 * Returns the amount to send for a due amount. It is at least the minimum that wallets can send, or
 * 0 if nothing is due.
 */
export function sendableSats(due: number, address: string): number {
  return due === 0 ? 0 : Math.max(due, dustSats(address));
}

/**
 * Returns the length of a witness script in bytes. It has a version, a length and the program. Each
 * character of `data` has five bits, except one for the version and six for the checksum (BIP 173).
 */
function witnessScript(data: string): number {
  return 2 + Math.floor(((data.length - 7) * 5) / 8);
}
