/** The most bytes of status lines and headers that are read, interim answers included. */
const MAX_HEAD_BYTES = 65_536;

const PROTOCOL = 'HTTP/';
/** More lenient than RFC 9112, 4: spaces may repeat, and the reason phrase may be missing. */
const STATUS_LINE = /^HTTP\/\d(?:\.\d)?[ \t]+([1-9]\d\d)(?=[ \t]|$)/;
const SWITCHING_PROTOCOLS = 101;
/** A final status line and a header as RFC 9112, 4 and 5 demand them. */
const STRICT_STATUS = /^HTTP\/1\.1 [2-9]\d\d(?: [\t -~\x80-\xff]*)?\r\n$/;
const STRICT_HEADER = /^[!#$%&'*+.^_`|~0-9a-z-]+:[\t -~\x80-\xff]*\r\n$/i;
/** Control characters could not be stored or shown. */
const UNSTORABLE = /[^\P{Cc}\t]/gu;

/** Headers of which only the first counts; values of others are joined (RFC 9110, 5.3). */
const SINGLE = new Set(['content-length', 'content-type', 'location', 'retry-after']);

/**
 * Reads the status line and the headers of an answer, in pieces of any size. Lines may end with LF
 * alone (RFC 9112, 2.2). Lines that are no headers are skipped: the status line is what counts.
 */
export class AnswerHead {
  /** The status of the final answer; undefined until its status line has ended. */
  status: number | undefined;
  /** By lower-case name. */
  readonly headers = new Map<string, string>();
  /** Why there is no status line to expect any more. */
  fault: 'NO_STATUS_LINE' | 'UPGRADE' | 'HEADERS_TOO_LARGE' | undefined;
  /** Whether the headers have ended, or are too large to be read to their end. */
  end: 'complete' | 'too_large' | undefined;
  /**
   * False after any byte about which readers could differ, such as an interim answer or a second
   * length: then the end of this answer is not certain.
   */
  isStrict = true;
  #state: 'status' | 'interim' | 'headers' = 'status';
  /** The line so far, as Latin-1. */
  #line = '';
  #last: string | undefined;
  #bytes = 0;

  /** @returns the bytes after the head; undefined before its end */
  push(chunk: Buffer): Buffer | undefined {
    let from = 0;
    while (this.fault === undefined && this.end === undefined) {
      const lineFeed = chunk.indexOf(0x0a, from);
      const to = lineFeed === -1 ? chunk.length : lineFeed + 1;
      const part = chunk.toString('latin1', from, to);
      from = to;
      if (!this.#hasRoom(part.length)) return undefined;
      this.#line += part;
      if (this.#line.length - part.length < PROTOCOL.length) this.#checkProtocol();
      if (lineFeed === -1) return undefined;
      this.isStrict &&= this.#isStrictLine();
      const line = this.#line.slice(0, this.#line.endsWith('\r\n') ? -2 : -1);
      this.#line = '';
      this.#take(line);
    }
    return this.end === 'complete' ? chunk.subarray(from) : undefined;
  }

  #hasRoom(bytes: number): boolean {
    this.#bytes += bytes;
    if (this.#bytes <= MAX_HEAD_BYTES) return true;
    if (this.status === undefined) this.fault = 'HEADERS_TOO_LARGE';
    else this.end = 'too_large';
    return false;
  }

  #isStrictLine(): boolean {
    if (this.#state === 'status') return STRICT_STATUS.test(this.#line);
    return this.#line === '\r\n' || STRICT_HEADER.test(this.#line);
  }

  /** Does not wait for the end of a line that cannot become a status line. */
  #checkProtocol(): void {
    if (this.#state !== 'status' || /^\r?\n?$/.test(this.#line)) return;
    const begin = this.#line.slice(0, PROTOCOL.length);
    if (!PROTOCOL.startsWith(begin)) this.fault = 'NO_STATUS_LINE';
  }

  #take(line: string): void {
    if (this.fault !== undefined) return;
    switch (this.#state) {
      case 'status':
        // Some servers end an earlier answer with one line break too many.
        if (line !== '') this.#takeStatus(line);
        return;
      case 'interim':
        if (line === '') this.#state = 'status';
        return;
      case 'headers':
        if (line === '') this.end = 'complete';
        else this.#takeHeader(line);
    }
  }

  #takeStatus(line: string): void {
    const status = Number(STATUS_LINE.exec(line)?.[1]);
    if (Number.isNaN(status)) {
      this.fault = 'NO_STATUS_LINE';
    } else if (status === SWITCHING_PROTOCOLS) {
      // Unsolicited, it would take the connection away from HTTP.
      this.fault = 'UPGRADE';
    } else if (status < 200) {
      this.#state = 'interim';
    } else {
      this.status = status;
      this.#state = 'headers';
    }
  }

  #takeHeader(line: string): void {
    if (line.startsWith(' ') || line.startsWith('\t')) {
      // A value over several lines (RFC 9112, 5.2).
      if (this.#last === undefined) return;
      const begun = this.headers.get(this.#last) ?? '';
      this.headers.set(this.#last, begun === '' ? clean(line) : `${begun} ${clean(line)}`);
      return;
    }
    const colon = line.indexOf(':');
    const name = clean(line.slice(0, Math.max(colon, 0))).toLowerCase();
    this.#last = name === '' ? undefined : name;
    if (this.#last === undefined) return;
    const value = clean(line.slice(colon + 1));
    const known = this.headers.get(name);
    if (known === undefined) this.headers.set(name, value);
    else if (!SINGLE.has(name)) this.headers.set(name, `${known}, ${value}`);
    else this.isStrict = false;
  }
}

function clean(text: string): string {
  return text.trim().replace(UNSTORABLE, '\u{fffd}');
}
