import type { ResponseEnd } from '@/db/schema/webhooks';

/** Longer lines are no sizes of chunks. */
const MAX_SIZE_LINE = 256;
const STRICT_SIZE_LINE = /^[0-9a-f]{1,13}\r\n$/i;
const SIZE_LINE = /^[ \t]*([0-9a-f]{1,13})[ \t]*(?:;|$)/i;

interface BodyLimits {
  /** Reading ends after this many bytes, the sizes of chunks included. */
  readonly readBytes: number;
  /** The number of bytes to keep. */
  readonly keepBytes: number;
}

/**
 * Reads the body of an answer, in pieces of any size, and keeps its beginning as it came. Ends where
 * the headers say (RFC 9112, 6.3); what is wrong with the body is noted and never an error.
 */
export class AnswerBody {
  /** Undefined while more can come. */
  end: ResponseEnd | undefined;
  kept = Buffer.alloc(0);
  /** Bytes came after the end. */
  hasSurplus = false;
  readonly #limits: BodyLimits;
  readonly #framing: 'length' | 'chunked' | 'until_close';
  /** Bytes to come: of the body, or of its current chunk. */
  #left = 0;
  #read = 0;
  /** The line between two chunks so far; undefined within a chunk. */
  #line: string | undefined = '';
  /** Whether the line follows a chunk, so that it must be empty. */
  #isAfterChunk = false;
  /** What came after the last chunk; undefined before it. */
  #tail: string | undefined;
  /** Whether the framing leaves no doubt (RFC 9112, 6.3 and 7.1). */
  #isStrict: boolean;

  constructor(status: number, headers: ReadonlyMap<string, string>, limits: BodyLimits) {
    this.#limits = limits;
    const length = headers.get('content-length');
    const coding = headers.get('transfer-encoding');
    const isBodiless = status === 204 || status === 304;
    this.#isStrict = isBodiless
      ? coding === undefined && (length === undefined || length === '0')
      : (coding === undefined) !== (length === undefined) && /^(?:chunked)?$/i.test(coding ?? '');
    if (isBodiless) {
      this.#framing = 'length';
    } else if (/\bchunked\b/i.test(coding ?? '')) {
      this.#framing = 'chunked';
    } else if (length !== undefined && /^\d{1,15}$/.test(length)) {
      this.#framing = 'length';
      this.#left = Number(length);
    } else {
      this.#framing = 'until_close';
    }
  }

  /** Whether this is the body to its last byte, and nothing more, without a doubt. */
  get isExact(): boolean {
    const isEnded =
      this.#framing === 'chunked' ? this.#tail === '\r\n' : this.#framing === 'length';
    return this.end === 'complete' && isEnded && this.#isStrict && !this.hasSurplus;
  }

  push(chunk: Buffer): void {
    if (this.end !== undefined) {
      this.#pushAfterEnd(chunk);
      return;
    }
    this.#read += chunk.length;
    if (this.#framing === 'chunked') this.#pushChunks(chunk);
    else this.#keep(chunk);
    if (this.#framing === 'length') {
      this.#left -= chunk.length;
      if (this.#left <= 0) this.end = this.#left === 0 ? 'complete' : 'too_long';
      this.hasSurplus = this.#left < 0;
    }
    if (this.#read >= this.#limits.readBytes) this.end ??= 'limit';
  }

  /** @param isClean whether the endpoint closed the connection without an error */
  close(isClean: boolean): void {
    this.end ??= isClean && this.#framing === 'until_close' ? 'complete' : 'cut_off';
  }

  #keep(bytes: Buffer): void {
    const { keepBytes } = this.#limits;
    if (this.kept.length >= keepBytes) return;
    this.kept = Buffer.concat([this.kept, bytes]).subarray(0, keepBytes);
  }

  #pushAfterEnd(bytes: Buffer): void {
    if (this.#tail === undefined) {
      this.hasSurplus ||= bytes.length > 0 && this.end === 'complete';
    } else {
      this.#tail += bytes.toString('latin1', 0, 3);
      this.hasSurplus ||= !'\r\n'.startsWith(this.#tail);
    }
  }

  #pushChunks(bytes: Buffer): void {
    let rest = bytes;
    while (rest.length > 0 && this.end === undefined) {
      if (this.#line === undefined) {
        const part = rest.subarray(0, this.#left);
        this.#keep(part);
        this.#left -= part.length;
        rest = rest.subarray(part.length);
        if (this.#left === 0) [this.#line, this.#isAfterChunk] = ['', true];
        continue;
      }
      const lineFeed = rest.indexOf(0x0a);
      const to = lineFeed === -1 ? rest.length : lineFeed + 1;
      this.#line += rest.toString('latin1', 0, to);
      rest = rest.subarray(to);
      if (lineFeed !== -1 || this.#line.length > MAX_SIZE_LINE) this.#takeLine(this.#line, rest);
    }
    if (this.#tail !== undefined) this.#pushAfterEnd(rest);
  }

  #takeLine(line: string, rest: Buffer): void {
    const text = line.trim();
    this.#isStrict &&= this.#isAfterChunk ? line === '\r\n' : STRICT_SIZE_LINE.test(line);
    const size = SIZE_LINE.exec(text.slice(0, MAX_SIZE_LINE))?.[1];
    if (this.#isAfterChunk && text === '') {
      [this.#line, this.#isAfterChunk] = ['', false];
    } else if (this.#isAfterChunk || size === undefined) {
      this.#keep(Buffer.from(line, 'latin1'));
      this.#keep(rest);
      this.end = 'malformed';
    } else {
      this.#left = Number.parseInt(size, 16);
      this.#line = undefined;
      if (this.#left > 0) return;
      // Trailers are not read.
      this.end = 'complete';
      this.#tail = '';
    }
  }
}
