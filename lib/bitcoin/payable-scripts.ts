import type { Sats } from '@/lib/domain/sats';
import { isScriptWithAddress } from './is-script-with-address';

/** An output that `matching` found, with the value that the map has for the output's script. */
export interface MatchedOutput<Tx, T> {
  readonly tx: Tx;
  readonly vout: number;
  readonly sats: Sats;
  readonly value: T;
}

const FIRST_SIZE = 2 ** 16;
const COMMA = 0x2c;
const DIGITS = Buffer.from('0123456789abcdef');

/**
 * Stores the scriptPubKeys of outputs that can have an address as one hex text, separated by
 * commas. A block has thousands and few are read again, so an object for each would be a waste.
 */
export class PayableScripts<Tx> {
  readonly #transactions: Tx[] = [];
  /**
   * The index in `#transactions` for each script. The next lists have the output's number, its
   * amount, and where its script begins in the hex text.
   */
  readonly #owners: number[] = [];
  readonly #vouts: number[] = [];
  readonly #sats: Sats[] = [];
  readonly #starts: number[] = [];
  #bytes: Uint8Array = new Uint8Array();
  #hex = Buffer.allocUnsafeSlow(FIRST_SIZE);
  #length = 0;

  get count(): number {
    return this.#starts.length;
  }

  /** Begins a transaction. Outputs added from now on belong to it, and `bytes` contain them. */
  begin(tx: Tx, bytes: Uint8Array): void {
    this.#transactions.push(tx);
    this.#bytes = bytes;
  }

  /** Adds an output, unless its kind of script has no address. */
  add(vout: number, sats: Sats, start: number, length: number): void {
    if (!isScriptWithAddress(this.#bytes, start, length)) return;
    this.#owners.push(this.#transactions.length - 1);
    this.#vouts.push(vout);
    this.#sats.push(sats);
    this.#starts.push(this.#length);
    this.#write(this.#bytes, start, length);
  }

  /** Returns all scripts in lower-case hex, separated by commas. */
  text(): string {
    return this.#hex.toString('latin1', 0, Math.max(0, this.#length - 1));
  }

  /**
   * Returns the outputs whose script is a key of `found`, in the order in which they were added.
   */
  matching<T>(found: ReadonlyMap<string, T>): MatchedOutput<Tx, T>[] {
    const matched: MatchedOutput<Tx, T>[] = [];
    if (found.size === 0) return matched;
    const text = this.text();
    for (let n = 0; n < this.count; n++) {
      const end = this.#starts[n + 1] ?? this.#length;
      const value = found.get(text.slice(this.#starts[n], end - 1));
      if (value === undefined) continue;
      const [tx, vout, sats] = [
        this.#transactions[this.#owners[n] ?? -1],
        this.#vouts[n],
        this.#sats[n],
      ];
      if (tx && vout !== undefined && sats !== undefined) matched.push({ tx, vout, sats, value });
    }
    return matched;
  }

  #write(bytes: Uint8Array, start: number, length: number): void {
    const end = this.#length + 2 * length + 1;
    this.#grow(end);
    const hex = this.#hex;
    let at = this.#length;
    for (let n = start; n < start + length; n++) {
      const byte = bytes[n] ?? 0;
      hex[at++] = DIGITS[byte >>> 4] ?? 0;
      hex[at++] = DIGITS[byte & 15] ?? 0;
    }
    hex[at] = COMMA;
    this.#length = end;
  }

  #grow(size: number): void {
    if (size <= this.#hex.length) return;
    const larger = Buffer.allocUnsafeSlow(2 * size);
    this.#hex.copy(larger, 0, 0, this.#length);
    this.#hex = larger;
  }
}
