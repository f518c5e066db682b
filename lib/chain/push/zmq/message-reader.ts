/** Thrown when the peer violates ZMTP 3, or sends data that no node publishes. */
export class ProtocolError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ProtocolError';
  }
}

/** A node's message, which consists of three frames. */
export interface ZmqMessage {
  readonly topic: string;
  /** Valid only during `onMessage`. Empty for topics whose bodies are discarded. */
  readonly body: Buffer;
  /** The number of messages of this topic so far, as 32 bits. */
  readonly counter: number;
}

export interface MessageHandlers {
  /** Whether the bodies of this topic are needed. Other bodies are discarded as they arrive. */
  keeps(topic: string): boolean;
  onMessage(message: ZmqMessage): void;
  onCommand(body: Buffer): void;
}

const MORE = 1;
const LONG = 2;
const COMMAND = 4;

/** No block is larger than 4,000,000 bytes (BIP 141). */
const MAX_BODY = 4_000_000;
const MAX_TOPIC = 64;
const MAX_COMMAND = 1_024;
const COUNTER_BYTES = 4;
const MAX_HEADER = 9;
const EMPTY = Buffer.alloc(0);

/**
 * Reads the messages and commands after the greeting of ZMTP 3.0 (RFC 23), from chunks of any size.
 */
export class MessageReader {
  readonly #handlers: MessageHandlers;
  readonly #header = Buffer.alloc(MAX_HEADER);
  #headerLength = 0;
  #flags = 0;
  #pieces: Buffer | undefined;
  #length = 0;
  /** Bytes still missing from the current frame; undefined while its header is read. */
  #missing: number | undefined;
  /** Undefined until the topic frame of the current message has arrived. */
  #topic: string | undefined;
  #body: Buffer | undefined;

  constructor(handlers: MessageHandlers) {
    this.#handlers = handlers;
  }

  /**
   * Reads the next bytes of the connection. Never stores more than one message.
   *
   * @throws ProtocolError
   */
  push(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; ) {
      at = this.#missing === undefined ? this.#readHeader(bytes, at) : this.#readBody(bytes, at);
    }
  }

  #readHeader(bytes: Buffer, start: number): number {
    this.#header[this.#headerLength] = bytes[start] ?? 0;
    this.#headerLength += 1;
    this.#flags = this.#header[0] ?? 0;
    if (this.#flags > (MORE | LONG | COMMAND)) throw new ProtocolError('unknown flags of a frame');
    const isLong = (this.#flags & LONG) !== 0;
    if (this.#headerLength < (isLong ? MAX_HEADER : 2)) return start + 1;
    const length = isLong ? this.#header.readBigUInt64BE(1) : BigInt(this.#header[1] ?? 0);
    if (length > this.#maxLength()) throw new ProtocolError('a frame that is too long');
    this.#length = Number(length);
    this.#missing = this.#length;
    this.#headerLength = 0;
    if (this.#length === 0) this.#endFrame(EMPTY);
    return start + 1;
  }

  #maxLength(): number {
    if (this.#flags & COMMAND) return MAX_COMMAND;
    if (this.#topic === undefined) return MAX_TOPIC;
    return this.#body === undefined ? MAX_BODY : COUNTER_BYTES;
  }

  #readBody(bytes: Buffer, start: number): number {
    const missing = this.#missing ?? 0;
    const part = bytes.subarray(start, start + missing);
    this.#missing = missing - part.length;
    const kept = this.#isKept();
    const whole = part.length === this.#length;
    if (kept && !whole) {
      this.#pieces ??= Buffer.allocUnsafe(this.#length);
      this.#pieces.set(part, this.#length - missing);
    }
    if (this.#missing === 0) this.#endFrame(kept ? (this.#pieces ?? part) : EMPTY);
    return start + part.length;
  }

  #isKept(): boolean {
    if (this.#flags & COMMAND || this.#topic === undefined || this.#body !== undefined) return true;
    return this.#handlers.keeps(this.#topic);
  }

  #endFrame(body: Buffer): void {
    this.#missing = undefined;
    this.#pieces = undefined;
    const more = (this.#flags & MORE) !== 0;
    if (this.#flags & COMMAND) {
      // A command is one frame, and never comes between the frames of a message (RFC 23).
      if (more || this.#topic !== undefined) throw new ProtocolError('a misplaced command');
      this.#handlers.onCommand(body);
      return;
    }
    const isLast = this.#body !== undefined;
    if (more === isLast) throw new ProtocolError('a message that is not of three frames');
    if (this.#topic === undefined) {
      this.#topic = body.toString('latin1');
    } else if (this.#body === undefined) {
      this.#body = body;
    } else {
      if (body.length !== COUNTER_BYTES) throw new ProtocolError('a counter that is not 32 bits');
      const message = { topic: this.#topic, body: this.#body, counter: body.readUInt32LE() };
      this.#topic = undefined;
      this.#body = undefined;
      this.#handlers.onMessage(message);
    }
  }
}
