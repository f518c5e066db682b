import net from 'node:net';
import tls from 'node:tls';
import { connectThrough } from '@/lib/net/socks-proxy';
import { SourceError } from '../../source';

export interface ElectrumServer {
  /** Host name or IP address, without brackets. */
  readonly host: string;
  readonly port: number;
  readonly isTls: boolean;
  /** The SOCKS5 proxy for an onion service. */
  readonly proxy?: URL | undefined;
}

/** A server's refusal of one request. */
export class ElectrumRefusal extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export interface ElectrumCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

interface PendingCall {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/** Enough for the longest response, a transaction of 4,000,000 bytes in hex. */
const MAX_LINE_BYTES = 9_000_000;
const MAX_MESSAGE_LENGTH = 200;
const NEWLINE = 10;

const TIMEOUT = new Error('timeout');

export const serverName = ({ host, port }: ElectrumServer) =>
  `${net.isIPv6(host) ? `[${host}]` : host}:${port}`;

/**
 * Opens a socket to a server, with TLS if configured. The caller must check the certificate.
 *
 * @throws SourceError `unreachable`, `no_tls`
 */
export async function openSocket(server: ElectrumServer, timeoutMs: number): Promise<net.Socket> {
  const name = serverName(server);
  let socket: net.Socket | undefined;
  let isConnected = false;
  let timer: NodeJS.Timeout | undefined;
  try {
    const tunnel = server.proxy && (await connectThrough(server.proxy, server));
    isConnected = tunnel !== undefined;
    const opening = connect(server, tunnel);
    socket = opening;
    await new Promise<void>((resolve, reject) => {
      if (opening === tunnel) resolve();
      opening.once('connect', () => {
        isConnected = true;
      });
      opening.once(server.isTls ? 'secureConnect' : 'connect', resolve);
      opening.once('error', reject);
      opening.once('close', () => reject(new Error('closed')));
      timer = setTimeout(() => reject(TIMEOUT), timeoutMs);
    });
    opening.setNoDelay(true);
    return opening;
  } catch (cause) {
    socket?.destroy();
    if (server.isTls && isConnected && cause !== TIMEOUT) {
      const message = `nothing speaks TLS at ${name}: use electrum+tcp:// instead of electrum+ssl://`;
      throw new SourceError('no_tls', message, { cause });
    }
    const { code } = cause as NodeJS.ErrnoException;
    const why = code ? ` (${code})` : '';
    throw new SourceError('unreachable', `no answer from the server at ${name}${why}`, { cause });
  } finally {
    clearTimeout(timer);
  }
}

function connect({ host, port, isTls }: ElectrumServer, tunnel: net.Socket | undefined) {
  if (!isTls) return tunnel ?? net.connect({ host, port });
  return tls.connect({
    ...(tunnel ? { socket: tunnel } : { host, port }),
    rejectUnauthorized: false,
    ...(net.isIP(host) ? {} : { servername: host }),
  });
}

/** JSON-RPC 2.0 over an open socket, with one message per line. Any fault closes the connection. */
export class ElectrumConnection {
  readonly #socket: net.Socket;
  readonly #name: string;
  readonly #onNotice: (method: string, params: readonly unknown[]) => void;
  readonly #pending = new Map<number, PendingCall>();
  #chunks: Buffer[] = [];
  #bytes = 0;
  #lastId = 0;
  #fault: SourceError | undefined;

  constructor(
    socket: net.Socket,
    name: string,
    onNotice: (method: string, params: readonly unknown[]) => void,
  ) {
    this.#socket = socket;
    this.#name = name;
    this.#onNotice = onNotice;
    // An idle connection must not keep a command's process running.
    socket.unref();
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('error', () => this.#end('closed the connection'));
    socket.on('close', () => this.#end('closed the connection'));
  }

  get isOpen(): boolean {
    return this.#fault === undefined;
  }

  /** @throws ElectrumRefusal, SourceError */
  call({ method, params }: ElectrumCall, timeoutMs: number): Promise<unknown> {
    if (this.#fault) return Promise.reject(this.#fault);
    this.#lastId += 1;
    const id = this.#lastId;
    if (this.#pending.size === 0) this.#socket.ref();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#end(`does not answer ${method} in time`), timeoutMs);
      this.#pending.set(id, { resolve, reject, timer });
      this.#socket.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    });
  }

  close(): void {
    this.#end('was left');
  }

  #end(what: string, fault: 'unreachable' | 'bad_answer' = 'unreachable'): void {
    if (this.#fault) return;
    this.#fault = new SourceError(fault, `the server at ${this.#name} ${what}`);
    this.#socket.destroy();
    this.#chunks = [];
    for (const { reject, timer } of this.#pending.values()) {
      clearTimeout(timer);
      reject(this.#fault);
    }
    this.#pending.clear();
  }

  #read(chunk: Buffer): void {
    let rest = chunk;
    for (let at = rest.indexOf(NEWLINE); at >= 0; at = rest.indexOf(NEWLINE)) {
      const line = Buffer.concat([...this.#chunks, rest.subarray(0, at)]);
      this.#chunks = [];
      this.#bytes = 0;
      rest = rest.subarray(at + 1);
      this.#receive(line.toString('utf8'));
      if (this.#fault) return;
    }
    if (rest.length === 0) return;
    this.#chunks.push(rest);
    this.#bytes += rest.length;
    if (this.#bytes > MAX_LINE_BYTES) this.#end('sends too long a line', 'bad_answer');
  }

  #receive(line: string): void {
    const message = parseMessage(line);
    if (!message) {
      this.#end('does not speak the Electrum protocol', 'bad_answer');
      return;
    }
    if (typeof message.method === 'string') {
      this.#onNotice(message.method, Array.isArray(message.params) ? message.params : []);
      return;
    }
    const call = this.#pending.get(message.id as number);
    // No request has this id. An error without an id means that the server could not read a
    // request.
    if (!call) {
      this.#end('answers what was not asked', 'bad_answer');
      return;
    }
    this.#pending.delete(message.id as number);
    clearTimeout(call.timer);
    if (this.#pending.size === 0) this.#socket.unref();
    if (message.error == null) call.resolve(message.result);
    else call.reject(refusalOf(message.error));
  }
}

function parseMessage(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const parsed: unknown = JSON.parse(line);
    const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
    return isObject ? (parsed as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The server's text appears in logs and on pages, so it is shortened and has no control characters.
 */
function refusalOf(error: unknown): ElectrumRefusal {
  const { code, message } = (typeof error === 'object' ? error : { message: error }) as {
    code?: unknown;
    message?: unknown;
  };
  const text = String(message ?? 'no reason given').replace(/\p{Cc}+/gu, ' ');
  return new ElectrumRefusal(
    typeof code === 'number' ? code : 0,
    text.slice(0, MAX_MESSAGE_LENGTH),
  );
}
