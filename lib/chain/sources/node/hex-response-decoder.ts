const RESULT = '"result":"';
const QUOTE = 0x22;

/** A full block fits. The buffer grows for a longer result. */
const FIRST_SIZE = 2 ** 21;

/**
 * Decodes a JSON-RPC response as it arrives, if its result is hex. A block has up to eight million
 * hex digits, which are never all in memory, and are not parsed as JSON.
 */
export class HexResponseDecoder {
  #json = '';
  #state: 'before' | 'hex' | 'after' = 'before';
  #bytes = Buffer.alloc(0);
  #length = 0;
  /** The first hex digit of a byte, while its second digit has not arrived. */
  #half = '';
  #isHex = true;

  add(piece: Buffer): void {
    if (this.#state === 'hex') this.#addHex(piece);
    else this.#addJson(piece.toString('latin1'));
  }

  /** Returns the response with an empty text in place of the hex. */
  get json(): string {
    // The text is decoded only when complete, because a character may be split between two pieces.
    return Buffer.from(this.#json, 'latin1').toString();
  }

  /** Returns undefined unless the result is hex with an even number of digits. */
  get bytes(): Buffer | undefined {
    const isWhole = this.#state === 'after' && this.#isHex && this.#half === '';
    return isWhole && this.#length > 0 ? this.#bytes.subarray(0, this.#length) : undefined;
  }

  #addJson(text: string): void {
    const from = Math.max(0, this.#json.length - RESULT.length);
    this.#json += text;
    if (this.#state === 'after') return;
    const at = this.#json.indexOf(RESULT, from);
    if (at === -1) return;
    const start = at + RESULT.length;
    const rest = this.#json.slice(start);
    this.#json = this.#json.slice(0, start);
    this.#state = 'hex';
    this.#addHex(Buffer.from(rest, 'latin1'));
  }

  #addHex(piece: Buffer): void {
    const quote = piece.indexOf(QUOTE);
    const end = quote === -1 ? piece.length : quote;
    this.#decode(this.#half + piece.toString('latin1', 0, end));
    if (quote === -1) return;
    this.#state = 'after';
    this.#addJson(piece.toString('latin1', quote));
  }

  #decode(text: string): void {
    const bytes = text.length >>> 1;
    this.#half = text.length % 2 === 0 ? '' : text.slice(-1);
    this.#grow(this.#length + bytes);
    // Decoding stops at the first character that is not hex.
    const written = this.#bytes.write(text, this.#length, bytes, 'hex');
    if (written < bytes) this.#isHex = false;
    this.#length += written;
  }

  #grow(length: number): void {
    if (length <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(FIRST_SIZE, 2 * length));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
