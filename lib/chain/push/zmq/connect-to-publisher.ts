import net from 'node:net';
import { type MessageHandlers, MessageReader, ProtocolError } from './message-reader';
import {
  checkGreeting,
  checkReady,
  createGreeting,
  GREETING_BYTES,
  PING,
  pongCommand,
  readyCommand,
  subscribeMessage,
} from './zmtp';

export interface TcpAddress {
  readonly host: string;
  readonly port: number;
}

export interface ConnectionHandlers extends Omit<MessageHandlers, 'onCommand'> {
  /** The handshake is complete. Messages may arrive from now on. */
  onLive(): void;
  /** Called once when the connection ends, unless this side closed it. `reason` is for people. */
  onEnd(reason: string): void;
}

export interface ConnectionTiming {
  readonly handshakeMs: number;
  readonly heartbeatMs: number;
}

export interface PublisherConnection {
  close(): void;
}

/** The connection is closed after this many checks without a response. */
const SILENT_BEATS = 2;
const MAX_UNSENT = 65_536;
/** A read of this size has probably filled the socket's buffer, so more data is waiting. */
const LARGE_CHUNK = 16_384;

/** Subscribes to a publisher over one TCP connection. Never throws, whatever data arrives. */
export function connectToPublisher(
  address: TcpAddress,
  topics: Iterable<string>,
  handlers: ConnectionHandlers,
  timing: ConnectionTiming,
): PublisherConnection {
  const connection = new Subscriber(address, [...topics], handlers, timing);
  return { close: () => connection.end() };
}

class Subscriber {
  readonly #socket: net.Socket;
  readonly #topics: readonly string[];
  readonly #handlers: ConnectionHandlers;
  readonly #heartbeatMs: number;
  readonly #reader: MessageReader;
  #timer: NodeJS.Timeout;
  #greeting: Buffer | undefined = Buffer.alloc(0);
  #isReady = false;
  #silentBeats = 0;
  #ended = false;

  constructor(
    { host, port }: TcpAddress,
    topics: readonly string[],
    handlers: ConnectionHandlers,
    timing: ConnectionTiming,
  ) {
    this.#topics = topics;
    this.#handlers = handlers;
    this.#heartbeatMs = timing.heartbeatMs;
    this.#reader = new MessageReader({
      keeps: (topic) => handlers.keeps(topic),
      onMessage: (message) => {
        if (!this.#isReady) throw new ProtocolError('a message before READY');
        this.#silentBeats = 0;
        if (!this.#ended) handlers.onMessage(message);
      },
      onCommand: (body) => this.#onCommand(body),
    });
    this.#socket = net.connect({ host, port, keepAlive: true, noDelay: true });
    this.#timer = setTimeout(() => this.end('no handshake in time'), timing.handshakeMs);
    this.#socket.on('connect', () => this.#send(createGreeting()));
    this.#socket.on('data', (bytes) => this.#onData(bytes));
    this.#socket.on('error', (error) => this.end(error.message));
    this.#socket.on('close', () => this.end('the peer closed the connection'));
  }

  /** @param reason undefined when this side closes the connection */
  end(reason?: string): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#socket.destroy();
    if (reason !== undefined) this.#handlers.onEnd(reason);
  }

  #onData(bytes: Buffer): void {
    if (this.#ended) return;
    try {
      const rest = this.#greeting === undefined ? bytes : this.#readGreeting(bytes);
      this.#reader.push(rest);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.end(error.message);
      return;
    }
    if (bytes.length >= LARGE_CHUNK && !this.#ended) {
      this.#socket.pause();
      setImmediate(() => this.#socket.resume());
    }
  }

  /** @returns the bytes after the greeting */
  #readGreeting(bytes: Buffer): Buffer {
    const all = Buffer.concat([this.#greeting ?? Buffer.alloc(0), bytes]);
    const head = all.subarray(0, GREETING_BYTES);
    const isComplete = checkGreeting(head);
    this.#greeting = isComplete ? undefined : head;
    if (!isComplete) return Buffer.alloc(0);
    this.#send(readyCommand());
    return all.subarray(GREETING_BYTES);
  }

  #onCommand(body: Buffer): void {
    this.#silentBeats = 0;
    if (!this.#isReady) {
      checkReady(body);
      this.#goLive();
      return;
    }
    const pong = pongCommand(body);
    if (pong) this.#send(pong);
  }

  #goLive(): void {
    this.#isReady = true;
    this.#send(Buffer.concat(this.#topics.map(subscribeMessage)));
    if (this.#ended) return;
    clearTimeout(this.#timer);
    this.#timer = setInterval(() => this.#beat(), this.#heartbeatMs);
    this.#handlers.onLive();
  }

  #beat(): void {
    if (this.#silentBeats >= SILENT_BEATS) {
      this.end('silence');
      return;
    }
    if (this.#silentBeats > 0) this.#send(PING);
    this.#silentBeats += 1;
  }

  #send(bytes: Buffer): void {
    if (this.#ended) return;
    this.#socket.write(bytes);
    if (this.#socket.writableLength > MAX_UNSENT) this.end('the peer does not read');
  }
}
