import type { ResponseEnd } from '@/db/schema/webhooks';

/** Longer lines are no sizes of chunks. */
const MAX_SIZE_LINE = 256;
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
  readonly #limits: BodyLimits;
  readonly #framing: 'length' | 'chunked' | 'until_close';
  /** Bytes to come: of the body, or of its current chunk. */
  #left = 0;
  #read = 0;
  /** The line between two chunks so far; undefined within a chunk. */
  #line: string | undefined = '';
  /** Whether the line follows a chunk, so that it must be empty. */
  #isAfterChunk = false;

  constructor(status: number, headers: ReadonlyMap<string, string>, limits: BodyLimits) {
    this.#limits = limits;
    const length = headers.get('content-length');
    if (status === 204 || status === 304) {
      this.#framing = 'length';
    } else if (/\bchunked\b/i.test(headers.get('transfer-encoding') ?? '')) {
      this.#framing = 'chunked';
    } else if (length !== undefined && /^\d{1,15}$/.test(length)) {
      this.#framing = 'length';
      this.#left = Number(length);
    } else {
      this.#framing = 'until_close';
    }
  }

  push(chunk: Buffer): void {
    if (this.end !== undefined) return;
    this.#read += chunk.length;
    if (this.#framing === 'chunked') this.#pushChunks(chunk);
    else this.#keep(chunk);
    if (this.#framing === 'length') {
      this.#left -= chunk.length;
      if (this.#left <= 0) this.end = this.#left === 0 ? 'complete' : 'too_long';
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
  }

  #takeLine(line: string, rest: Buffer): void {
    const text = line.trim();
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
      // Trailers are not read.
      if (this.#left === 0) this.end = 'complete';
    }
  }
}
